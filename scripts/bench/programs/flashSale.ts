/** Replaces the flash sale by one of one SKU, open all day: `flashSale.js skuId stock` reports its id. */
import "#shared/subscriptions.js";
import {
  ActivityGoodsModel,
  closeActivity,
  createActivity,
  createSeckillConfig,
  SeckillConfigModel,
  type ActivityGoodsDoc,
} from "#shared/domains/promotion/activity/index.js";
import { ActivityKind } from "#shared/domains/promotion/activity/activity.states.js";
import { SkuModel, type SkuDoc } from "#shared/domains/catalog/index.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { days, hours } from "#shared/kernel/time/clock.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";

const [skuId = 0, stock = 0] = process.argv.slice(2).map(Number);
await connectMongo();
const kind = ActivityKind.seckill;
const open = await ActivityGoodsModel.find({ kind, skuId, isOpen: true }).lean<ActivityGoodsDoc[]>();
for (const { activityId } of open) await closeActivity(kind, activityId);
const { spuId } = (await SkuModel.findById(skuId).lean<SkuDoc>())!;
const activityId = await createActivity(
  kind,
  {
    name: "Bench sale",
    remark: "",
    sort: 0,
    spuId,
    startAt: new Date(Date.now() - hours(1)),
    endAt: new Date(Date.now() + days(1)),
    rules: { configIds: await slots(), totalLimitCount: 1, singleLimitCount: 1 },
    goods: [{ skuId, priceFen: 100, point: 0, limitCount: null, stock }],
  },
  true,
);
process.send!({ activityId }, () => process.exit(0));

/** The enabled slots, if there are any: the demo's cover the whole day. */
async function slots(): Promise<number[]> {
  const found = await SeckillConfigModel.find({ status: EnabledStatus.enabled }).lean<{ _id: number }[]>();
  if (found.length > 0) return found.map(({ _id }) => _id);
  const times = { startTime: "00:00:00", endTime: "24:00:00" };
  return [await createSeckillConfig({ name: "All day", ...times, sliderPicUrls: [], status: EnabledStatus.enabled })];
}
