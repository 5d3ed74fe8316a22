import type { QueryFilter } from "mongoose";
import { eachOf } from "#shared/kernel/lists/eachOf.js";
import { createdWithin, LAST_MS, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { inBatches } from "#shared/kernel/mongo/batches.js";
import { payErrors } from "../pay.errors.js";
import { PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import type { ChannelCode } from "../channel/payChannel.codes.js";
import { PayOrderModel, type PayOrderDoc } from "./payOrder.model.js";
import { findPayOrder, payersOf } from "./payOrder.queries.js";
import type { PayStatus, PayRefundStatus } from "./payOrder.states.js";
import { PayRefundModel, type PayRefundDoc } from "../refund/payRefund.model.js";

/** From and to, epoch ms; a single value is the start. */
type Range = readonly number[] | undefined;
const spanOf = ([from = 0, to = LAST_MS]: readonly number[]): TimeSpan => [new Date(from), new Date(to)];

/** The search fields that are set. */
function setFields<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

interface PayOrderSearch {
  userId?: number | undefined;
  appId?: number | undefined;
  channelCode?: ChannelCode | undefined;
  merchantOrderId?: string | undefined;
  channelOrderNo?: string | undefined;
  /** Restricts the result to these. */
  payOrderIds?: readonly number[] | undefined;
  status?: PayStatus | undefined;
  createTime?: Range;
}

/** Pay orders for operators, newest first. */
export const pagePayOrders = (search: PayOrderSearch, page: Page): Promise<PageOf<PayOrderDoc>> =>
  pageOf(PayOrderModel, payOrdersOf(search), page);

/** Streams all results of a search, newest first. */
export function eachPayOrder(search: PayOrderSearch): AsyncIterable<PayOrderDoc> {
  return eachOf(PayOrderModel, payOrdersOf(search));
}

function payOrdersOf({ userId, createTime, ...search }: PayOrderSearch): QueryFilter<PayOrderDoc> {
  const { appId, channelCode, merchantOrderId, channelOrderNo, payOrderIds, status } = search;
  return {
    ...setFields({ memberId: userId, appId, channelCode, merchantOrderId, channelOrderNo, status }),
    ...setFields({ _id: payOrderIds && { $in: [...payOrderIds] } }),
    ...createdWithin(createTime && spanOf(createTime)),
  };
}

/** A pay order with its attempts, oldest first, and its refunds. Throws 1007002000. */
export async function payOrderInFull(
  payOrderId: number,
): Promise<{ order: PayOrderDoc; attempts: PayAttemptDoc[]; refunds: PayRefundDoc[] }> {
  const order = await findPayOrder(payOrderId);
  if (!order) throw payErrors.PayOrderNotFound();
  const attempts = await PayAttemptModel.find({ payOrderId }).sort({ _id: 1 }).lean<PayAttemptDoc[]>();
  const refunds = await PayRefundModel.find({ payOrderId }).sort({ _id: 1 }).lean<PayRefundDoc[]>();
  return { order, attempts, refunds };
}

/** A refund with the paying member. */
export type RefundRow = PayRefundDoc & { memberId: number | null };

interface RefundSearch {
  userId?: number | undefined;
  appId?: number | undefined;
  payOrderId?: number | undefined;
  merchantOrderId?: string | undefined;
  merchantRefundId?: string | undefined;
  /** The refund's number, ours, the merchant's or the channel's; refunds of these pay orders match too. */
  number?: { no: string; payOrderIds: readonly number[] } | undefined;
  status?: PayRefundStatus | undefined;
  createTime?: Range;
}

/** Refunds for operators, newest first: requested ones, and automatic ones of money that must not count. */
export async function pageRefunds(search: RefundSearch, page: Page): Promise<PageOf<RefundRow>> {
  const { list, total } = await pageOf(PayRefundModel, await refundsOf(search), page);
  return { list: await withPayers(list), total };
}

/** Streams all results of a search, newest first. */
export async function* eachRefund(search: RefundSearch): AsyncGenerator<RefundRow> {
  const rows = eachOf(PayRefundModel, await refundsOf(search));
  for await (const batch of inBatches(rows, 200)) yield* await withPayers(batch);
}

async function refundsOf({ userId, createTime, ...search }: RefundSearch): Promise<QueryFilter<PayRefundDoc>> {
  const { appId, payOrderId, merchantOrderId, merchantRefundId, number, status } = search;
  // Refunds do not store their member, only their pay order.
  const ofMember = userId === undefined ? undefined : { $in: await payOrderIdsOf(userId, payOrderId) };
  return {
    ...setFields({ appId, merchantOrderId, merchantRefundId, status }),
    ...setFields({ $or: number && numbered(number) }),
    ...setFields({ payOrderId: ofMember ?? payOrderId }),
    ...createdWithin(createTime && spanOf(createTime)),
  };
}

const numbered = ({ no, payOrderIds }: NonNullable<RefundSearch["number"]>): QueryFilter<PayRefundDoc>[] => [
  { no },
  { merchantRefundId: no },
  { channelRefundNo: no },
  { payOrderId: { $in: [...payOrderIds] } },
];

/** A member's pay orders, or only `payOrderId` if it is the member's. */
async function payOrderIdsOf(memberId: number, payOrderId: number | undefined): Promise<number[]> {
  const wanted = { memberId, ...(payOrderId === undefined ? {} : { _id: payOrderId }) };
  const orders = await PayOrderModel.find(wanted, { _id: 1 }).lean<Pick<PayOrderDoc, "_id">[]>();
  return orders.map(({ _id }) => _id);
}

async function withPayers(refunds: readonly PayRefundDoc[]): Promise<RefundRow[]> {
  const payers = await payersOf(refunds.map(({ payOrderId }) => payOrderId));
  return refunds.map((refund) => ({ ...refund, memberId: payers.get(refund.payOrderId) ?? null }));
}
