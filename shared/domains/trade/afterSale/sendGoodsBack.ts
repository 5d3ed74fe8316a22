import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { findOrder } from "../order/order.queries.js";
import { carriageOf } from "../shipping/shipOrder.js";
import { ensureParcel } from "../parcel/ensureParcel.js";
import { tradeErrors } from "../trade.errors.js";
import { AfterSaleModel } from "./afterSale.model.js";
import { byMember, logAfterSale } from "../log/afterSaleLog.model.js";
import { ownAfterSale } from "./afterSale.queries.js";
import { afterSaleStates, AfterSaleStatus } from "./afterSale.states.js";

interface ReturnParcel {
  afterSaleId: number;
  logisticsId: number;
  /** As entered or scanned; the number itself is kept. */
  logisticsNo: string;
}

/**
 * The member has sent the goods back: 20 -> 30, with the parcel's subscription in one transaction. Throws
 * AfterSaleNotFound, AfterSaleNotAgreed, ExpressCompanyNotFound, ExpressCompanyDisabled, ParcelNumberWrong.
 */
export async function sendGoodsBack(
  memberId: number,
  { afterSaleId, logisticsId, logisticsNo: written }: ReturnParcel,
): Promise<true> {
  await inTransaction(async () => {
    const { status, orderId } = await ownAfterSale(memberId, afterSaleId);
    if (status !== AfterSaleStatus.agreed) throw tradeErrors.AfterSaleNotAgreed();
    const { company, logisticsNo } = await carriageOf({ logisticsId, logisticsNo: written });
    const order = await findOrder(orderId);
    const { _id: parcelId } = await ensureParcel({
      company: company.code,
      logisticsNo,
      phone: order?.receiverMobile ?? "",
    });
    const moved = await moveState(AfterSaleModel, afterSaleStates, {
      where: { _id: afterSaleId },
      from: AfterSaleStatus.agreed,
      to: AfterSaleStatus.goodsSent,
      set: { logisticsId, logisticsNo, parcelId, deliveryAt: clock.now() },
    });
    if (!moved) throw tradeErrors.AfterSaleChanged();
    await logAfterSale({
      afterSaleId,
      by: byMember(memberId),
      from: AfterSaleStatus.agreed,
      to: AfterSaleStatus.goodsSent,
      operation: "goodsSent",
      what: { kind: "sentBack", company: company.name, logisticsNo },
    });
  });
  return true;
}
