import { catalogErrors, findSkusWithSpus } from "#shared/domains/catalog/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import { useUp } from "../take/activityCount.js";
import { activityErrors } from "../activity.errors.js";
import type { ActivityGoodsDoc, ActivityOf } from "../activity.model.js";
import { findActivity, type ActivityWithGoods } from "../activity.queries.js";
import { BargainRecordModel } from "./bargain.model.js";
import { ActivityKind, BargainStatus } from "../activity.states.js";

/**
 * A member starts a bargain; returns the record's id. Throws BargainNotFound, BargainClosed, BargainNotStarted,
 * BargainEnded, BargainStockShort; BargainJoined while one is under way, BargainLimit; SkuNotFound, SpuNotFound,
 * SpuOffShelf when the goods are not on sale.
 */
export async function startBargain(memberId: number, activityId: number): Promise<number> {
  return inTransaction(async () => {
    const { activity, goods } = runningBargain(await findActivity(ActivityKind.bargain, activityId), clock.now());
    if (goods.stock !== null && goods.stock < 1) throw activityErrors.BargainStockShort();
    await checkOnSale(goods.skuId);
    if (await BargainRecordModel.exists({ memberId, activityId, status: BargainStatus.underWay }))
      throw activityErrors.BargainJoined();
    await useUp({ activityId, memberId, scope: "bargain" }, 1, {
      limit: activity.rules.totalLimitCount,
      refuse: () => activityErrors.BargainLimit(),
    });
    return writeRecord({ memberId, activity, goods });
  });
}

async function checkOnSale(skuId: number): Promise<void> {
  const [found] = await findSkusWithSpus([skuId]);
  if (!found) throw catalogErrors.SkuNotFound();
  if (found.spu.status === SpuStatus.recycled) throw catalogErrors.SpuNotFound();
  if (found.spu.status !== SpuStatus.onShelf) throw catalogErrors.SpuOffShelf();
  if (found.sku.stock < 1) throw activityErrors.BargainStockShort();
}

interface NewRecord {
  memberId: number;
  activity: ActivityOf<typeof ActivityKind.bargain>;
  goods: ActivityGoodsDoc;
}

async function writeRecord({ memberId, activity, goods }: NewRecord): Promise<number> {
  const _id = await nextId("bargainRecords");
  try {
    await BargainRecordModel.create([
      {
        _id,
        activityId: activity._id,
        memberId,
        spuId: goods.spuId,
        skuId: goods.skuId,
        firstFen: goods.priceFen,
        priceFen: goods.priceFen,
        minFen: activity.rules.minFen,
        endAt: activity.endAt!,
      },
    ]);
  } catch (error) {
    if (isDuplicateKey(error, "memberId")) throw new LostRace(`bargain of ${memberId} in ${activity._id}`);
    throw error;
  }
  return _id;
}

/** A bargain running at `at`, with its SKU. Throws BargainNotFound, BargainClosed, BargainNotStarted, BargainEnded. */
export function runningBargain(
  found: ActivityWithGoods<typeof ActivityKind.bargain> | null,
  at: Date,
): { activity: ActivityOf<typeof ActivityKind.bargain>; goods: ActivityGoodsDoc } {
  const [goods] = found?.goods ?? [];
  if (!found || !goods) throw activityErrors.BargainNotFound();
  const { activity } = found;
  if (activity.status === EnabledStatus.disabled) throw activityErrors.BargainClosed();
  if (activity.startAt && at < activity.startAt) throw activityErrors.BargainNotStarted();
  if (activity.endAt && at >= activity.endAt) throw activityErrors.BargainEnded();
  return { activity, goods };
}
