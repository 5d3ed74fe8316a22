import type { z } from "zod";
import {
  rewardRuleText,
  shownStatus,
  type RewardActivityDoc,
  type RewardActivityInput,
} from "#shared/domains/promotion/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import type { RewardAdminView, RewardCreateBody } from "./rewardActivity.schemas.js";

export function rewardInput(body: z.output<typeof RewardCreateBody>): RewardActivityInput {
  return {
    name: body.name,
    startAt: new Date(body.startTime),
    endAt: new Date(body.endTime),
    remark: body.remark ?? "",
    conditionType: body.conditionType,
    productScope: body.productScope,
    scopeValues: body.productScopeValues ?? [],
    rules: body.rules.map((rule) => ({
      limit: rule.limit,
      discountFen: rule.discountPrice ?? 0,
      freeDelivery: rule.freeDelivery ?? false,
      point: rule.point ?? 0,
      giveCoupons: Object.entries(rule.giveCouponTemplateCounts ?? {}).map(([templateId, count]) => ({
        templateId: Number(templateId),
        count,
      })),
    })),
  };
}

export const rewardAdminView = (activity: RewardActivityDoc): z.input<typeof RewardAdminView> => ({
  id: activity._id,
  name: activity.name,
  status: activity.status,
  activityStatus: shownStatus(activity, clock.now()),
  startTime: activity.startAt.getTime(),
  endTime: activity.endAt.getTime(),
  remark: activity.remark,
  conditionType: activity.conditionType,
  productScope: activity.productScope,
  productScopeValues: activity.scopeValues,
  rules: activity.rules.map((rule) => ({
    limit: rule.limit,
    discountPrice: rule.discountFen,
    freeDelivery: rule.freeDelivery,
    point: rule.point,
    giveCouponTemplateCounts: Object.fromEntries(rule.giveCoupons.map(({ templateId, count }) => [templateId, count])),
    description: rewardRuleText(activity.conditionType, rule),
  })),
  createTime: activity.createdAt.getTime(),
});
