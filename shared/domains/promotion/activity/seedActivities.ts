import { SkuModel, SpuModel, type SkuDoc, type SpuDoc } from "#shared/domains/catalog/index.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import { ActivityModel, type RulesOf } from "./activity.model.js";
import { createActivity } from "./changeActivity.js";
import { createSeckillConfig } from "./seckill/changeSeckillConfig.js";
import type { GoodsInput } from "./activity.model.js";
import { SeckillConfigModel, type SeckillConfigDoc } from "./seckill/seckillConfig.model.js";
import { ActivityKind } from "./activity.states.js";

const slots = [
  ["Morning 早场", "00:00:00", "12:00:00"],
  ["Afternoon 午场", "12:00:00", "18:00:00"],
  ["Evening 晚场", "18:00:00", "24:00:00"],
] as const;

/** Seeds the demo shop's activities: one of each kind, each with its own product, for a month. No-op if any exists. */
export async function seedActivities(): Promise<void> {
  if (await ActivityModel.exists({})) return;
  const configIds = await seedSlots();
  const goods = await sellableGoods(4);
  await inTransaction(async () => {
    await seed(ActivityKind.seckill, goods[0], "Flash sale 限时秒杀", {
      rules: { configIds, totalLimitCount: 2, singleLimitCount: 1 },
      priceOf: (fen) => Math.ceil(fen / 2),
      row: { stock: 50 },
    });
    await seed(ActivityKind.group, goods[1], "Two together 双人拼团", {
      rules: { userSize: 2, limitHours: 24, virtualGroup: false, totalLimitCount: 5, singleLimitCount: 2 },
      priceOf: (fen) => Math.ceil((fen * 7) / 10),
      row: { stock: null },
    });
    await seed(ActivityKind.points, goods[2], "For points 积分兑换", {
      rules: {},
      priceOf: (fen) => Math.floor(fen / 10),
      row: { point: 100, limitCount: 2, stock: 20 },
    });
    const first = goods[3]?.sku.priceFen ?? 0;
    await seed(ActivityKind.bargain, goods[3], "Ask your friends 好友砍价", {
      rules: {
        minFen: Math.ceil(first / 5),
        helpMaxCount: 10,
        helpLimit: 3,
        totalLimitCount: 3,
        cutMinFen: Math.ceil(first / 10),
        cutMaxFen: Math.ceil(first / 4),
      },
      priceOf: (fen) => fen,
      row: { stock: 20 },
    });
  });
}

interface Wanted<K extends ActivityKind> {
  rules: RulesOf[K];
  priceOf: (listFen: number) => number;
  row: Partial<GoodsInput>;
}

async function seed<K extends ActivityKind>(
  kind: K,
  goods: Goods | undefined,
  name: string,
  { rules, priceOf, row }: Wanted<K>,
): Promise<void> {
  if (!goods) return;
  const { spu, sku } = goods;
  await createActivity(
    kind,
    {
      name,
      remark: "",
      sort: 0,
      spuId: spu._id,
      startAt: kind === ActivityKind.points ? null : clock.now(),
      endAt: kind === ActivityKind.points ? null : clock.after(days(30)),
      rules,
      goods: [{ skuId: sku._id, priceFen: priceOf(sku.priceFen), point: 0, limitCount: null, stock: null, ...row }],
    },
    true,
  );
}

async function seedSlots(): Promise<number[]> {
  const existing = await SeckillConfigModel.find().lean<SeckillConfigDoc[]>();
  if (existing.length > 0) return existing.map(({ _id }) => _id);
  const ids: number[] = [];
  for (const [name, startTime, endTime] of slots)
    ids.push(await createSeckillConfig({ name, startTime, endTime, sliderPicUrls: [], status: EnabledStatus.enabled }));
  return ids;
}

interface Goods {
  spu: SpuDoc;
  sku: SkuDoc;
}

/** Ordinary products on shelf, each with its first SKU in stock. */
async function sellableGoods(count: number): Promise<Goods[]> {
  const spus = await SpuModel.find({
    status: SpuStatus.onShelf,
    isVirtual: false,
    needPrescription: false,
    stock: { $gte: 50 },
  })
    .sort({ salesShown: -1, _id: 1 })
    .limit(count)
    .lean<SpuDoc[]>();
  const found: Goods[] = [];
  for (const spu of spus) {
    const sku = await SkuModel.findOne({ spuId: spu._id, stock: { $gte: 20 } })
      .sort({ _id: 1 })
      .lean<SkuDoc>();
    if (sku) found.push({ spu, sku });
  }
  return found;
}
