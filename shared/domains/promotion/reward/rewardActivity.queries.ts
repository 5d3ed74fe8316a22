import type { QueryFilter } from "mongoose";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { defineCache } from "#shared/kernel/redis/cache.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { activityFilter, type ActivitySearch } from "../discount/discountActivity.queries.js";
import { isRunning } from "../period.js";
import { isInScope, type ScopedItem } from "../productScope.js";
import { promotionErrors } from "../promotion.errors.js";
import { RewardActivityModel, type RewardActivityDoc, type RewardRule } from "./rewardActivity.model.js";
import type { ProductScopeKind, RewardCondition } from "../promotion.codes.js";

export interface RunningReward {
  activityId: number;
  name: string;
  /** What must reach a rule's limit: 10 the amount of the matching items (fen), 20 their number. */
  conditionType: RewardCondition;
  productScope: ProductScopeKind;
  scopeValues: number[];
  /** Ascending by limit. */
  rules: RewardRule[];
}

/** Running and future activities, newest first. Callers filter by time. */
const openActivities = defineCache<RewardActivityDoc[]>("openRewards", { ttlMs: seconds(5), max: 1, isSetting: true });

/** Must be called in the transaction of each change of an activity. */
export const invalidateRewards = (): void => openActivities.invalidate();

/** The newest activity that runs at a moment and covers any of these items. Needs no query while it is cached. */
export async function runningReward(items: readonly ScopedItem[], at: Date): Promise<RunningReward | null> {
  const open = await openActivities.read("all", () =>
    RewardActivityModel.find({ status: EnabledStatus.enabled, endAt: { $gt: clock.now() } })
      .sort({ _id: -1 })
      .lean<RewardActivityDoc[]>(),
  );
  const found = open.find((activity) => isRunning(activity, at) && items.some((item) => isInScope(activity, item)));
  if (!found) return null;
  const { _id: activityId, name, conditionType, productScope, scopeValues, rules } = found;
  return { activityId, name, conditionType, productScope, scopeValues, rules };
}

/** Any activity. Throws RewardActivityNotFound. */
export async function getRewardActivity(activityId: number): Promise<RewardActivityDoc> {
  const activity = await RewardActivityModel.findById(activityId).lean<RewardActivityDoc>();
  if (!activity) throw promotionErrors.RewardActivityNotFound();
  return activity;
}

/** Activities, newest first. */
export async function pageRewardActivities(search: ActivitySearch, page: Page): Promise<PageOf<RewardActivityDoc>> {
  const filter: QueryFilter<RewardActivityDoc> = activityFilter(search);
  return pageOf(RewardActivityModel, filter, page);
}
