import { catalogErrors, findSkusWithSpus, findSpus, type SkuDoc } from "#shared/domains/catalog/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { errors } from "#shared/kernel/request/errors.js";
import { isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { overAlready, requireConfirmation } from "#shared/kernel/request/warnings.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import { activityErrors } from "./activity.errors.js";
import {
  ActivityGoodsModel,
  ActivityModel,
  ActivitySkuModel,
  type ActivityDoc,
  type ActivityGoodsDoc,
  type ActivityOf,
  type RulesOf,
  type GoodsInput,
} from "./activity.model.js";
import { activityWarnings } from "./activityWarnings.js";
import { overlap } from "./activityStatus.js";
import { kindTexts } from "./kindTexts.js";
import { SeckillConfigModel, type SeckillConfigDoc } from "./seckill/seckillConfig.model.js";
import { ActivityKind } from "./activity.states.js";

/** An operator's input for an activity. */
export interface ActivityChange<K extends ActivityKind> extends Pick<
  ActivityOf<K>,
  "name" | "remark" | "sort" | "spuId" | "startAt" | "endAt"
> {
  rules: RulesOf[K];
  goods: readonly GoodsInput[];
}

/**
 * Checks an operator's input in the transaction of the write: each SKU is the product's and unique, each slot is
 * enabled, and no SKU is in another activity of the kind at the same time. Unusual values need a confirmation.
 */
export async function checkActivity<K extends ActivityKind>(
  kind: K,
  change: ActivityChange<K>,
  { activityId, isConfirmed }: { activityId: number | null; isConfirmed: boolean },
): Promise<void> {
  const skus = await checkGoods(kind, change);
  if (kind === ActivityKind.seckill) await checkSlots((change.rules as RulesOf[typeof ActivityKind.seckill]).configIds);
  await checkSkusFree(kind, change, activityId);
  const before = activityId === null ? null : await ActivityModel.findById(activityId).lean<ActivityDoc>();
  const isOver = overAlready("endTime", change.endAt, before?.endAt);
  requireConfirmation([...isOver, ...activityWarnings(change.goods, skus)], isConfirmed);
}

async function checkGoods(kind: ActivityKind, { spuId, goods }: ActivityChange<ActivityKind>): Promise<SkuDoc[]> {
  const skuIds = goods.map(({ skuId }) => skuId);
  if (new Set(skuIds).size < skuIds.length) throw errors.BadInput({ field: "products", reason: "names a SKU twice" });
  const [spu] = await findSpus([spuId]);
  if (!spu || spu.status === SpuStatus.recycled) throw catalogErrors.SpuNotFound();
  const found = await findSkusWithSpus(skuIds);
  if (found.length < skuIds.length || found.some(({ sku }) => sku.spuId !== spuId))
    throw kindTexts[kind].goodsMissing();
  return found.map(({ sku }) => sku);
}

async function checkSlots(configIds: readonly number[]): Promise<void> {
  const slots = await SeckillConfigModel.find({ _id: { $in: configIds } }).lean<SeckillConfigDoc[]>();
  if (slots.length < new Set(configIds).size) throw activityErrors.SlotNotFound();
  if (slots.some(({ status }) => status === EnabledStatus.disabled)) throw activityErrors.SlotClosed();
}

async function checkSkusFree<K extends ActivityKind>(
  kind: K,
  change: ActivityChange<K>,
  activityId: number | null,
): Promise<void> {
  const skuIds = change.goods.map(({ skuId }) => skuId).toSorted((a, b) => a - b);
  for (const skuId of skuIds) await claimSku(kind, skuId);
  const others = await ActivityGoodsModel.find({ kind, skuId: { $in: skuIds }, isOpen: true }).lean<
    ActivityGoodsDoc[]
  >();
  const otherIds = others.map((row) => row.activityId).filter((id) => id !== activityId);
  const activities = await ActivityModel.find({ _id: { $in: otherIds }, status: EnabledStatus.enabled }).lean<
    ActivityDoc[]
  >();
  const now = clock.now();
  const isRival = (other: ActivityDoc): boolean =>
    (other.endAt === null || other.endAt > now) && overlap(other, change) && sharesSlot(kind, other, change);
  if (activities.some(isRival)) throw kindTexts[kind].skuTaken();
}

function sharesSlot(kind: ActivityKind, other: ActivityDoc, { rules }: ActivityChange<ActivityKind>): boolean {
  if (kind !== ActivityKind.seckill) return true;
  const { configIds } = rules as RulesOf[typeof ActivityKind.seckill];
  return (other.rules as RulesOf[typeof ActivityKind.seckill]).configIds.some((id) => configIds.includes(id));
}

async function claimSku(kind: ActivityKind, skuId: number): Promise<void> {
  try {
    await ActivitySkuModel.updateOne({ _id: `${kind}-${skuId}` }, { $inc: { version: 1 } }, { upsert: true });
  } catch (error) {
    if (isDuplicateKey(error)) throw new LostRace(`SKU ${skuId}`);
    throw error;
  }
}
