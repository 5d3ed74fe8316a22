import { restoreRows } from "#shared/kernel/mongo/logicalDelete.js";
import { recycling, type Recycling } from "#shared/kernel/mongo/recycling.js";
import { ActivityGoodsModel, ActivityModel } from "./activity.model.js";
import { invalidateActivity, invalidateSlots } from "./activity.queries.js";
import { refuseOverlap } from "./seckill/changeSeckillConfig.js";
import { kindTexts } from "./kindTexts.js";
import { SeckillConfigModel } from "./seckill/seckillConfig.model.js";
import { ActivityKind } from "./activity.states.js";

/** A restored activity is still closed or over, so it cannot conflict with another over its goods. */
const activity = (kind: ActivityKind, en: string, zh: string): Recycling =>
  recycling({
    kind: kindTexts[kind].noun,
    en,
    zh,
    model: ActivityModel,
    where: { kind },
    named: "name",
    audit: ["promotion", kindTexts[kind].noun],
    right: `promotion:${kindTexts[kind].noun}`,
    async restored({ _id, deletedAt }) {
      await restoreRows(ActivityGoodsModel, { activityId: _id }, deletedAt);
      invalidateActivity(_id);
    },
  });

export const activityRecycling: Recycling[] = [
  activity(ActivityKind.seckill, "Flash sale", "秒杀活动"),
  activity(ActivityKind.bargain, "Bargain", "砍价活动"),
  activity(ActivityKind.group, "Group-buy", "拼团活动"),
  activity(ActivityKind.points, "Points-mall offer", "积分商城活动"),
  recycling({
    kind: "seckill-config",
    en: "Flash-sale time slot",
    zh: "秒杀时段",
    model: SeckillConfigModel,
    named: "name",
    audit: ["promotion", "seckill-config"],
    right: "promotion:seckill-config",
    check: (slot) => refuseOverlap(slot, slot._id),
    restored: invalidateSlots,
  }),
];
