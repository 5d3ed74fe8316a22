import { recordOperation } from "#shared/domains/audit/index.js";
import { restoreStock } from "#shared/domains/catalog/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/states.js";
import { OrderItemModel } from "../order/orderItem.model.js";
import { tradeErrors } from "../trade.errors.js";
import { AfterSaleModel, type AfterSaleDoc } from "./afterSale.model.js";
import { byOperator, logAfterSale, type AfterSaleMove } from "../log/afterSaleLog.model.js";
import { getAfterSale } from "./afterSale.queries.js";
import { afterSaleStates, AfterSaleStatus, AfterSaleWay } from "./afterSale.states.js";
import { releaseItem } from "./itemAfterSale.js";

/** An operator agrees: 10 -> 20 for returned goods, else 10 -> 40. Throws AfterSaleNotFound, AfterSaleNotApplied. */
export async function agreeAfterSale(operatorId: number, afterSaleId: number): Promise<true> {
  return decide(operatorId, afterSaleId, {
    action: "agree",
    from: AfterSaleStatus.applied,
    refusal: tradeErrors.AfterSaleNotApplied,
    to: ({ way }) => (way === AfterSaleWay.returnGoods ? AfterSaleStatus.agreed : AfterSaleStatus.refunding),
    set: (now) => ({ auditOperatorId: operatorId, auditAt: now }),
    operation: "agreed",
    what: { kind: "agreed" },
  });
}

/** An operator refuses, with a reason: 10 -> 62. Throws AfterSaleNotFound, AfterSaleNotApplied. */
export async function disagreeAfterSale(operatorId: number, afterSaleId: number, auditReason: string): Promise<true> {
  return decide(operatorId, afterSaleId, {
    action: "disagree",
    from: AfterSaleStatus.applied,
    refusal: tradeErrors.AfterSaleNotApplied,
    to: () => AfterSaleStatus.refused,
    set: (now) => ({ auditOperatorId: operatorId, auditAt: now, auditReason }),
    operation: "refused",
    what: { kind: "refused", reason: auditReason },
  });
}

/**
 * An operator accepts the returned goods: 30 -> 40. They are for sale again at once, unless `restock` is false. Throws
 * AfterSaleNotFound, AfterSaleNotReturned.
 */
export async function receiveReturn(operatorId: number, afterSaleId: number, restock = true): Promise<true> {
  return decide(operatorId, afterSaleId, {
    action: "receive",
    from: AfterSaleStatus.goodsSent,
    refusal: tradeErrors.AfterSaleNotReturned,
    to: () => AfterSaleStatus.refunding,
    set: (now) => ({ receiveAt: now, restock }),
    also: (afterSale) => takeGoodsBack(afterSale, restock),
    operation: "goodsReceived",
    what: { kind: "goodsBack", restock },
  });
}

/** An operator refuses the returned goods: 30 -> 63. Throws AfterSaleNotFound, AfterSaleNotReturned. */
export async function refuseReturn(operatorId: number, afterSaleId: number, receiveReason: string): Promise<true> {
  return decide(operatorId, afterSaleId, {
    action: "refuse",
    from: AfterSaleStatus.goodsSent,
    refusal: tradeErrors.AfterSaleNotReturned,
    to: () => AfterSaleStatus.goodsRefused,
    set: (now) => ({ receiveAt: now, receiveReason }),
    operation: "goodsRefused",
    what: { kind: "goodsRefused", reason: receiveReason },
  });
}

interface Decision extends Pick<AfterSaleMove, "operation" | "what"> {
  action: "agree" | "disagree" | "receive" | "refuse";
  from: AfterSaleStatus;
  to: (afterSale: AfterSaleDoc) => AfterSaleStatus;
  /** The error when it is not in `from`. */
  refusal: () => Error;
  set: (now: Date) => Partial<AfterSaleDoc>;
  also?: (afterSale: AfterSaleDoc) => Promise<void>;
}

async function takeGoodsBack({ _id, orderItemId, skuId, count, no }: AfterSaleDoc, restock: boolean): Promise<void> {
  const { modifiedCount } = await OrderItemModel.updateOne(
    { _id: orderItemId, goodsBack: false },
    { $set: { goodsBack: true, restocked: restock } },
  );
  if (modifiedCount === 0) throw new LostRace(no);
  if (restock) await restoreStock(`after-sale-${_id}`, [{ skuId, count }]);
}

/** One guarded transition with its log and audit rows; a refusal releases the item for another after-sale. */
async function decide(operatorId: number, afterSaleId: number, decision: Decision): Promise<true> {
  const { action, from, operation, what } = decision;
  await inTransaction(async () => {
    const afterSale = await getAfterSale(afterSaleId);
    if (afterSale.status !== from) throw decision.refusal();
    const to = decision.to(afterSale);
    const set = decision.set(clock.now());
    if (!(await moveState(AfterSaleModel, afterSaleStates, { where: { _id: afterSaleId }, from, to, set })))
      throw tradeErrors.AfterSaleChanged();
    await decision.also?.(afterSale);
    if (to === AfterSaleStatus.refused || to === AfterSaleStatus.goodsRefused) await releaseItem(afterSale);
    await logAfterSale({ afterSaleId, by: byOperator(operatorId), from, to, operation, what });
    await recordOperation({
      module: "trade",
      action: `after-sale.${action}`,
      bizId: afterSaleId,
      before: { status: from },
      after: { status: to, ...set },
    });
  });
  return true;
}
