import { recordOperation } from "#shared/domains/audit/index.js";
import { areaName } from "#shared/domains/member/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { defaultReturnAddress, returnAddress } from "../delivery/returnAddress.model.js";
import { tradeErrors } from "../trade.errors.js";
import { AfterSaleModel, type AfterSaleDoc } from "./afterSale.model.js";
import { byOperator, logAfterSale, type AfterSaleMove } from "../log/afterSaleLog.model.js";
import { getAfterSale } from "./afterSale.queries.js";
import { afterSaleStates, AfterSaleStatus, AfterSaleWay } from "./afterSale.states.js";
import { endWithoutMoney } from "./endWithoutMoney.js";
import { takePiecesBack } from "./takePiecesBack.js";

/**
 * An operator agrees: 10 -> 20 for returned goods, else 10 -> 40. Goods go back to `returnAddressId`, else to the default
 * address; a shop without any agrees without one. Throws AfterSaleNotFound, AfterSaleNotApplied, ReturnAddressNotFound.
 */
export async function agreeAfterSale(operatorId: number, afterSaleId: number, returnAddressId?: number): Promise<true> {
  return decide(operatorId, afterSaleId, {
    action: "agree",
    from: [AfterSaleStatus.applied],
    refusal: tradeErrors.AfterSaleNotApplied,
    to: ({ way }) => (way === AfterSaleWay.returnGoods ? AfterSaleStatus.agreed : AfterSaleStatus.refunding),
    set: async (now, { way }) => ({
      auditOperatorId: operatorId,
      auditAt: now,
      returnAddress: way === AfterSaleWay.returnGoods ? await copyOfAddress(returnAddressId) : null,
    }),
    operation: "agreed",
    what: () => ({ kind: "agreed" }),
  });
}

async function copyOfAddress(
  addressId: number | undefined,
): Promise<NonNullable<AfterSaleDoc["returnAddress"]> | null> {
  const address = addressId === undefined ? await defaultReturnAddress() : await returnAddress(addressId);
  if (!address) return null;
  const { name, mobile, areaId, detailAddress } = address;
  return { name, mobile, areaName: areaName(areaId), detailAddress };
}

/**
 * An operator refuses, with a reason, and may take an earlier yes back until a refund is asked for: 10 or 40 -> 62.
 * Throws AfterSaleNotFound, AfterSaleNotApplied, AfterSaleRefundAsked, AfterSaleGoodsSold.
 */
export async function disagreeAfterSale(operatorId: number, afterSaleId: number, auditReason: string): Promise<true> {
  return decide(operatorId, afterSaleId, {
    action: "disagree",
    from: [AfterSaleStatus.applied, AfterSaleStatus.refunding],
    refusal: tradeErrors.AfterSaleNotApplied,
    to: () => AfterSaleStatus.refused,
    set: async (now) => ({ auditOperatorId: operatorId, auditAt: now, auditReason }),
    operation: "refused",
    what: () => ({ kind: "refused", reason: auditReason }),
  });
}

/** What of returned goods came, and whether it is for sale again. */
interface Receipt {
  /** Pieces; undefined: those of the after-sale. */
  count?: number | undefined;
  /** Default: true. */
  restock?: boolean | undefined;
}

/**
 * An operator accepts the returned goods: 30 -> 40. The pieces that came are for sale again at once, unless `restock` is
 * false; the item's others can be returned later. Throws AfterSaleNotFound, AfterSaleNotReturned, AfterSaleCountWrong;
 * 400 for `count` where it is missing and the after-sale asks for none in particular.
 */
export async function receiveReturn(
  operatorId: number,
  afterSaleId: number,
  { count, restock = true }: Receipt = {},
): Promise<true> {
  return decide(operatorId, afterSaleId, {
    action: "receive",
    from: [AfterSaleStatus.goodsSent],
    refusal: tradeErrors.AfterSaleNotReturned,
    to: () => AfterSaleStatus.refunding,
    set: async (now, afterSale) => ({
      receiveAt: now,
      restock,
      ...(await takePiecesBack(afterSale, { count, restock })),
    }),
    operation: "goodsReceived",
    what: ({ receivedCount, refundPriceFen }) => ({
      kind: "goodsBack",
      restock,
      count: receivedCount!,
      refundFen: refundPriceFen!,
    }),
  });
}

/** An operator refuses the returned goods: 30 -> 63. Throws AfterSaleNotFound, AfterSaleNotReturned. */
export async function refuseReturn(operatorId: number, afterSaleId: number, receiveReason: string): Promise<true> {
  return decide(operatorId, afterSaleId, {
    action: "refuse",
    from: [AfterSaleStatus.goodsSent],
    refusal: tradeErrors.AfterSaleNotReturned,
    to: () => AfterSaleStatus.goodsRefused,
    set: async (now) => ({ receiveAt: now, receiveReason }),
    operation: "goodsRefused",
    what: () => ({ kind: "goodsRefused", reason: receiveReason }),
  });
}

interface Decision extends Pick<AfterSaleMove, "operation"> {
  action: "agree" | "disagree" | "receive" | "refuse";
  from: readonly AfterSaleStatus[];
  to: (afterSale: AfterSaleDoc) => AfterSaleStatus;
  /** The error when it is not in `from`. */
  refusal: () => Error;
  /** In the transaction, with what else the decision does. */
  set: (now: Date, afterSale: AfterSaleDoc) => Promise<Partial<AfterSaleDoc>>;
  what: (set: Partial<AfterSaleDoc>) => AfterSaleMove["what"];
}

/** One guarded transition with its log and audit rows; a refusal releases the item for another after-sale. */
async function decide(operatorId: number, afterSaleId: number, decision: Decision): Promise<true> {
  const { action, operation } = decision;
  await inTransaction(async () => {
    const afterSale = await getAfterSale(afterSaleId);
    const from = afterSale.status;
    if (!decision.from.includes(from)) throw decision.refusal();
    const to = decision.to(afterSale);
    const set = await decision.set(clock.now(), afterSale);
    if (to === AfterSaleStatus.refused || to === AfterSaleStatus.goodsRefused)
      await endWithoutMoney(afterSale, to, set);
    else if (!(await moveState(AfterSaleModel, afterSaleStates, { where: { _id: afterSaleId }, from, to, set })))
      throw tradeErrors.AfterSaleChanged();
    await logAfterSale({ afterSaleId, by: byOperator(operatorId), from, to, operation, what: decision.what(set) });
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
