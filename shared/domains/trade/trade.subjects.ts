import { subject } from "#shared/kernel/queue/subjects.js";
import { AfterSaleModel, type AfterSaleDoc } from "./afterSale/afterSale.model.js";
import { OrderModel, type OrderDoc } from "./order/order.model.js";
import { OrderRefundModel, type OrderRefundDoc } from "./refund/orderRefund.model.js";
import { ParcelModel, type ParcelDoc } from "./parcel/parcel.model.js";
import { inParcels } from "./parcel/parcelsOfOrder.js";
import { orderIdOf } from "./order/ofPayOrder.js";

const MOST = 100;

interface NamedSale {
  id: number;
  no: string;
}

/** Finds orders, after-sales and parcels by number, for searches over jobs. */
export async function salesOfNumber(
  no: string,
): Promise<{ orders: NamedSale[]; afterSales: NamedSale[]; parcels: NamedSale[] }> {
  const [orders, afterSales, parcels] = await Promise.all([
    OrderModel.find({ no }, { no: 1 }).limit(1).lean<Pick<OrderDoc, "_id" | "no">[]>(),
    AfterSaleModel.find({ no }, { no: 1 }).limit(1).lean<Pick<AfterSaleDoc, "_id" | "no">[]>(),
    ParcelModel.find({ logisticsNo: no }, { logisticsNo: 1 })
      .limit(MOST)
      .lean<Pick<ParcelDoc, "_id" | "logisticsNo">[]>(),
  ]);
  return {
    orders: orders.map(({ _id: id, no: of }) => ({ id, no: of })),
    afterSales: afterSales.map(({ _id: id, no: of }) => ({ id, no: of })),
    parcels: parcels.map(({ _id: id, logisticsNo }) => ({ id, no: logisticsNo })),
  };
}

/** The numbers of these orders, by the subject that a job has. */
export async function orderNumbers(orderIds: readonly number[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map();
  const orders = await OrderModel.find({ _id: { $in: [...orderIds] } }, { no: 1 }).lean<
    Pick<OrderDoc, "_id" | "no">[]
  >();
  return new Map(orders.map(({ _id, no }) => [subject("orderId", _id), no]));
}

/** The subjects of these orders' jobs, and the pay orders and refunds whose jobs belong to them too. */
interface SubjectsOfSales {
  subjects: string[];
  payOrderIds: number[];
  refundIds: number[];
}

export async function subjectsOfOrders(orderIds: readonly number[]): Promise<SubjectsOfSales> {
  if (orderIds.length === 0) return { subjects: [], payOrderIds: [], refundIds: [] };
  const ofThem = { orderId: { $in: [...orderIds] } };
  const [orders, afterSales, refunds] = await Promise.all([
    OrderModel.find(
      { _id: { $in: [...orderIds] } },
      { payOrderId: 1, parcelId: 1, "parcels.parcelId": 1, combinationRecordId: 1 },
    ).lean<Pick<OrderDoc, "_id" | "payOrderId" | "parcelId" | "parcels" | "combinationRecordId">[]>(),
    AfterSaleModel.find(ofThem, { payRefundId: 1, parcelId: 1 }).lean<
      Pick<AfterSaleDoc, "_id" | "payRefundId" | "parcelId">[]
    >(),
    OrderRefundModel.find(ofThem, { payRefundId: 1 }).lean<Pick<OrderRefundDoc, "_id" | "payRefundId">[]>(),
  ]);
  const several = orders.flatMap(({ parcels = [] }) => parcels);
  const parcels = new Set([...orders, ...several, ...afterSales].flatMap(({ parcelId }) => parcelId ?? []));
  return {
    subjects: [
      ...orders.map(({ _id }) => subject("orderId", _id)),
      ...[...parcels].map((parcelId) => subject("parcelId", parcelId)),
    ],
    payOrderIds: orders.flatMap(({ payOrderId }) => payOrderId ?? []),
    refundIds: [...afterSales, ...refunds].flatMap(({ payRefundId }) => payRefundId ?? []),
  };
}

/** The subjects of one after-sale: its return parcel, and its refund. */
export async function subjectsOfAfterSale(id: number): Promise<Omit<SubjectsOfSales, "payOrderIds">> {
  const afterSale = await AfterSaleModel.findById(id, { payRefundId: 1, parcelId: 1 }).lean<
    Pick<AfterSaleDoc, "_id" | "payRefundId" | "parcelId">
  >();
  return {
    subjects: afterSale?.parcelId ? [subject("parcelId", afterSale.parcelId)] : [],
    refundIds: afterSale?.payRefundId ? [afterSale.payRefundId] : [],
  };
}

/** The shop's orders with these merchant order ids. */
export async function ordersPaidBy(merchantOrderIds: readonly string[]): Promise<number[]> {
  const ids = merchantOrderIds.map((merchantOrderId) => orderIdOf({ merchantOrderId })).filter((id) => id > 0);
  const orders = await OrderModel.find({ _id: { $in: ids } }, { _id: 1 }).lean<Pick<OrderDoc, "_id">[]>();
  return orders.map(({ _id }) => _id);
}

/** The member's latest orders. */
export async function ordersOfMember(memberId: number): Promise<number[]> {
  const orders = await OrderModel.find({ memberId }, { _id: 1 })
    .sort({ createdAt: -1 })
    .limit(MOST)
    .lean<Pick<OrderDoc, "_id">[]>();
  return orders.map(({ _id }) => _id);
}

/** The orders in a parcel. */
export async function ordersInParcel(parcelId: number): Promise<number[]> {
  const orders = await OrderModel.find(inParcels([parcelId]), { _id: 1 })
    .limit(MOST)
    .lean<Pick<OrderDoc, "_id">[]>();
  return orders.map(({ _id }) => _id);
}
