import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/states.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { findExpressCompany } from "../delivery/expressCompany.model.js";
import { findOrder } from "../order/order.queries.js";
import { ensureParcel } from "../parcel/ensureParcel.js";
import { assertParcelNumber } from "../parcel/parcelNumber.js";
import { tradeErrors } from "../trade.errors.js";
import { AfterSaleModel } from "./afterSale.model.js";
import { byMember, logAfterSale } from "../log/afterSaleLog.model.js";
import { ownAfterSale } from "./afterSale.queries.js";
import { afterSaleStates, AfterSaleStatus } from "./afterSale.states.js";

interface ReturnParcel {
  afterSaleId: number;
  logisticsId: number;
  logisticsNo: string;
}

/**
 * The member has sent the goods back: 20 -> 30, with the parcel's subscription in one transaction. Throws
 * AfterSaleNotFound, AfterSaleNotAgreed, ExpressCompanyNotFound, ExpressCompanyDisabled, ParcelNumberWrong.
 */
export async function sendGoodsBack(
  memberId: number,
  { afterSaleId, logisticsId, logisticsNo }: ReturnParcel,
): Promise<true> {
  await inTransaction(async () => {
    const { status, orderId } = await ownAfterSale(memberId, afterSaleId);
    if (status !== AfterSaleStatus.agreed) throw tradeErrors.AfterSaleNotAgreed();
    const company = await findExpressCompany(logisticsId);
    if (!company) throw tradeErrors.ExpressCompanyNotFound();
    if (company.status !== EnabledStatus.enabled) throw tradeErrors.ExpressCompanyDisabled();
    assertParcelNumber(company, logisticsNo);
    const order = await findOrder(orderId);
    const parcelId = await ensureParcel({ company: company.code, logisticsNo, phone: order?.receiverMobile ?? "" });
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
