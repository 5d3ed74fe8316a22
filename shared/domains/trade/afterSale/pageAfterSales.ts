import type { QueryFilter } from "mongoose";
import { findMember, type MemberInShort, membersOf } from "#shared/domains/member/index.js";
import { eachOf } from "#shared/kernel/lists/eachOf.js";
import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { countByStatus, type StatusCount } from "#shared/kernel/lists/countByStatus.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { inBatches } from "#shared/kernel/mongo/batches.js";
import { byWords } from "#shared/kernel/lists/searchTerms.js";
import { findCarrier, type ExpressCompanyDoc } from "../delivery/expressCompany.model.js";
import type { OrderDoc } from "../order/order.model.js";
import { findOrder } from "../order/order.queries.js";
import { pointsOwedBy, type PointsOwed } from "./pointsOwed.js";
import { OrderItemModel, type OrderItemDoc } from "../order/orderItem.model.js";
import { findParcel, tracksOf, type ParcelDoc } from "../parcel/parcel.model.js";
import { AfterSaleModel, type AfterSaleDoc } from "./afterSale.model.js";
import { findAfterSaleLogs, type AfterSaleLogDoc } from "../log/afterSaleLog.model.js";
import { getAfterSale } from "./afterSale.queries.js";
import { AfterSaleStatus, type AfterSaleType, type AfterSaleWay } from "./afterSale.states.js";

/** Search fields for operators. */
export interface AfterSaleSearch {
  no?: string | undefined;
  userId?: number | undefined;
  orderId?: number | undefined;
  orderNo?: string | undefined;
  status?: AfterSaleStatus | undefined;
  type?: AfterSaleType | undefined;
  way?: AfterSaleWay | undefined;
  /** Words of the product's name, or prefixes of them. */
  spuName?: string | undefined;
  /** Both ends inclusive. */
  createdBetween?: TimeSpan | undefined;
}

function filterOf({ userId, createdBetween, ...same }: AfterSaleSearch): QueryFilter<AfterSaleDoc> {
  const plain = {
    no: same.no,
    memberId: userId,
    orderId: same.orderId,
    orderNo: same.orderNo,
    status: same.status,
    type: same.type,
    way: same.way,
    spuNameTerms: same.spuName === undefined ? undefined : byWords(same.spuName),
    createdAt: createdBetween && within(createdBetween),
  };
  return Object.fromEntries(
    Object.entries(plain).filter(([, value]) => value !== undefined),
  ) as QueryFilter<AfterSaleDoc>;
}

export interface AfterSaleOfMember {
  afterSale: AfterSaleDoc;
  member: MemberInShort | null;
}

/** After-sales with their members, newest first. */
export async function pageAfterSales(search: AfterSaleSearch, page: Page): Promise<PageOf<AfterSaleOfMember>> {
  const { list, total } = await pageOf(AfterSaleModel, filterOf(search), page);
  return { list: await withMembers(list), total };
}

async function withMembers(rows: AfterSaleDoc[]): Promise<AfterSaleOfMember[]> {
  const members = await membersOf(rows.map((row) => row.memberId));
  return rows.map((afterSale) => ({ afterSale, member: members.get(afterSale.memberId) ?? null }));
}

/** Streams all results of a search, newest first. */
export async function* eachAfterSale(search: AfterSaleSearch): AsyncGenerator<AfterSaleOfMember> {
  const found = eachOf(AfterSaleModel, filterOf(search));
  for await (const rows of inBatches(found, 200)) yield* await withMembers(rows);
}

/** How many after-sales stand in each state. */
export const countAfterSales = (): Promise<StatusCount[]> =>
  countByStatus(AfterSaleModel, Object.values(AfterSaleStatus));

export interface AfterSaleInFull extends AfterSaleOfMember {
  order: OrderDoc | null;
  item: OrderItemDoc | null;
  company: ExpressCompanyDoc | null;
  /** Tracks of the return parcel, newest first. */
  tracks: ParcelDoc["tracks"];
  logs: AfterSaleLogDoc[];
  pointsOwed: PointsOwed | null;
}

/** An after-sale with everything that operators see of it. Throws AfterSaleNotFound. */
export async function afterSaleInFull(afterSaleId: number): Promise<AfterSaleInFull> {
  const afterSale = await getAfterSale(afterSaleId);
  const parcel = afterSale.parcelId === null ? null : await findParcel(afterSale.parcelId);
  const item = await OrderItemModel.findById(afterSale.orderItemId).lean<OrderItemDoc>();
  return {
    afterSale,
    member: await findMember(afterSale.memberId),
    order: await findOrder(afterSale.orderId),
    item,
    pointsOwed: await pointsOwedBy(afterSale, item),
    company: afterSale.logisticsId === null ? null : await findCarrier(afterSale.logisticsId),
    tracks: parcel ? tracksOf(parcel) : [],
    logs: await findAfterSaleLogs(afterSaleId),
  };
}
