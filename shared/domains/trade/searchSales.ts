import { bestOf, MOST_HITS, type Hit, type Sought } from "#shared/kernel/lists/sought.js";
import { startingWith } from "#shared/kernel/lists/filters.js";
import { AfterSaleModel, type AfterSaleDoc } from "./afterSale/afterSale.model.js";
import { OrderModel, type OrderDoc } from "./order/order.model.js";
import { ParcelModel, type ParcelDoc } from "./parcel/parcel.model.js";
import { plainParcelNumber } from "./parcel/parcelNumber.js";
import { inParcels } from "./parcel/parcelsOfOrder.js";

/*
 * What operators find by a number, an id or a person's details. Each question is of its own, as each has an index of its
 * own: one with alternatives would read more than it finds.
 */

type Order = Pick<
  OrderDoc,
  | "_id"
  | "no"
  | "memberId"
  | "status"
  | "payPriceFen"
  | "receiverName"
  | "receiverMobile"
  | "parcelId"
  | "parcels"
  | "createdAt"
>;
const ofOrder = "no memberId status payPriceFen receiverName receiverMobile parcelId parcels.parcelId createdAt";
const newest = { createdAt: -1, _id: -1 } as const;
/** Beginnings of numbers that are shorter have too many orders. */
const SHORTEST_BEGINNING = 8;
/** A verification code is this long. */
const CODE = /^\d{8}$/;

const ordersWhere = (which: object): Promise<Order[]> =>
  OrderModel.find(which, ofOrder).sort(newest).limit(MOST_HITS).lean<Order[]>().exec();

const orderHit =
  (isExact: boolean) =>
  (order: Order): Hit => ({
    id: order._id,
    title: order.no,
    state: String(order.status),
    amountFen: order.payPriceFen,
    about: [order.receiverName, order.receiverMobile].filter(Boolean).join(" "),
    at: order.createdAt,
    isExact,
  });

/**
 * Orders by their number or its beginning, id or pick-up code, by the receiver's name, phone or the last four digits of it,
 * and by `memberId`, whose mobile it may be.
 */
export async function searchOrders({ text, id, no, phones, phoneEnd }: Sought, memberId?: number): Promise<Hit[]> {
  const [whole, byId, coded, begun, sent, ended, named, ofMember] = await Promise.all([
    no === undefined ? [] : ordersWhere({ no }),
    id === undefined ? [] : ordersWhere({ _id: id }),
    no !== undefined && CODE.test(no) ? ordersWhere({ pickUpVerifyCode: no }) : [],
    no !== undefined && no.length >= SHORTEST_BEGINNING && phones.length === 0 ? ordersBegunBy(no) : [],
    phones.length === 0 ? [] : ordersWhere({ receiverMobile: { $in: phones } }),
    phoneEnd === undefined ? [] : ordersWhere({ receiverMobileEnd: phoneEnd }),
    ordersWhere({ receiverName: text }),
    memberId === undefined ? [] : ordersWhere({ memberId }),
  ]);
  return bestOf(
    [...whole, ...byId, ...coded].map(orderHit(true)),
    [...begun, ...sent, ...ended, ...named, ...ofMember].map(orderHit(false)),
  );
}

/** Numbers begin with their time. */
const ordersBegunBy = (no: string): Promise<Order[]> =>
  OrderModel.find({ no: startingWith(no) }, ofOrder)
    .sort({ no: -1 })
    .limit(MOST_HITS)
    .lean<Order[]>()
    .exec();

/** Members of recent orders whose receiver's phone ends so. */
export async function buyersByPhoneEnd(phoneEnd: string): Promise<number[]> {
  const orders = await OrderModel.find({ receiverMobileEnd: phoneEnd }, { memberId: 1 })
    .sort(newest)
    .limit(MOST_BUYERS)
    .lean<Pick<OrderDoc, "_id" | "memberId">[]>();
  return [...new Set(orders.map(({ memberId }) => memberId))];
}
const MOST_BUYERS = 50;

type AfterSale = Pick<AfterSaleDoc, "_id" | "no" | "status" | "refundPriceFen" | "spuName" | "orderNo" | "createdAt">;
const ofAfterSale = "no status refundPriceFen spuName orderNo createdAt";

const afterSalesWhere = (which: object): Promise<AfterSale[]> =>
  AfterSaleModel.find(which, ofAfterSale).sort(newest).limit(MOST_HITS).lean<AfterSale[]>().exec();

const afterSaleHit =
  (isExact: boolean) =>
  (row: AfterSale): Hit => ({
    id: row._id,
    title: row.no,
    state: String(row.status),
    amountFen: row.refundPriceFen,
    about: row.spuName,
    at: row.createdAt,
    isExact,
  });

/** After-sales by their number or id, by the number of their return parcel, and those of an order with the number. */
export async function searchAfterSales({ id, no }: Sought): Promise<Hit[]> {
  const [whole, byId, returned, ofOrders] = await Promise.all([
    no === undefined ? [] : afterSalesWhere({ no }),
    id === undefined ? [] : afterSalesWhere({ _id: id }),
    no === undefined
      ? []
      : parcelsNumbered(no).then((parcels) => afterSalesWhere({ parcelId: { $in: idsOf(parcels) } })),
    no === undefined ? [] : ordersWhere({ no }).then((orders) => afterSalesWhere({ orderId: { $in: idsOf(orders) } })),
  ]);
  return bestOf([...whole, ...byId, ...returned].map(afterSaleHit(true)), ofOrders.map(afterSaleHit(false)));
}

type Parcel = Pick<ParcelDoc, "_id" | "logisticsNo" | "company" | "createdAt">;
const idsOf = (rows: readonly { _id: number }[]): number[] => rows.map(({ _id }) => _id);

/** As they are stored, however the number was typed or scanned. */
async function parcelsNumbered(no: string): Promise<Parcel[]> {
  const forms = [...new Set([no, plainParcelNumber(no)])];
  return ParcelModel.find({ logisticsNo: { $in: forms } }, { logisticsNo: 1, company: 1, createdAt: 1 })
    .limit(MOST_HITS)
    .lean<Parcel[]>();
}

/** The orders in parcels with the number: one hit for each. */
export async function searchParcels({ no }: Sought): Promise<Hit[]> {
  const parcels = no === undefined ? [] : await parcelsNumbered(no);
  if (parcels.length === 0) return [];
  const byId = new Map(parcels.map((parcel) => [parcel._id, parcel]));
  const orders = await ordersWhere(inParcels([...byId.keys()]));
  return bestOf(
    orders.flatMap((order) => {
      const { about, ...hit } = orderHit(true)(order);
      const sent = new Set([order, ...(order.parcels ?? [])].map(({ parcelId }) => parcelId ?? 0));
      return [...sent].flatMap((parcelId) => {
        const parcel = byId.get(parcelId);
        if (!parcel) return [];
        const { _id: id, logisticsNo: title, createdAt: at } = parcel;
        return { ...hit, id, title, about: `${order.no} ${about}`, at, orderId: order._id };
      });
    }),
  );
}
