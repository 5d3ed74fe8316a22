import mongoose from "mongoose";
import { outboxStates } from "#shared/kernel/outbox/row.js";
import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import { activitiesEqualTakes } from "./activities.js";
import { auditChainHolds } from "./audit.js";
import { itemsKnowAfterSales } from "./afterSales.js";
import { claimsAreRows } from "./claims.js";
import { couponsEqualRecords } from "./coupons.js";
import { mergedOwnNothing } from "./merged.js";
import { partsAddUp } from "./partRefunds.js";
import { heldForOpenAttempts, isPaid, paidExactlyOnce } from "./payments.js";
import { piecesAddUp } from "./pieces.js";
import { pointsEqualRecords } from "./points.js";
import { rechargesAgree } from "./recharges.js";
import { refundsAddUp } from "./refunds.js";
import { readSkus } from "./skus.js";
import { add, byId, readerOf, sumBy, type CheckReport, type Read } from "./rows.js";
/*
 * The invariants that hold at every moment, whatever process was killed. They are read straight from the collections,
 * not through the code that writes them, so that a fault there cannot hide itself.
 */

export interface CheckOptions {
  now?: Date;
  /** How long after its expiry an order may still be unpaid: a sweep, and the ten minutes of an unreachable channel. */
  expiryGraceMs?: number;
  /** How long a due job may wait for its relay. */
  relayGraceMs?: number;
}

/** A server ends a transaction that lasts too long, or whose node steps down, so it is retried. */
const TRIES = 3;

/** Runs every check on the connected database. */
export async function checkInvariants(options: CheckOptions = {}): Promise<CheckReport> {
  for (let tries = 1; ; tries++)
    try {
      return await checkOnce(options);
    } catch (error) {
      if (tries === TRIES || !(error instanceof mongoose.mongo.MongoServerError) || !isEnded(error)) throw error;
    }
}

const NO_SUCH_TRANSACTION = 251;
const isEnded = (error: mongoose.mongo.MongoServerError): boolean =>
  error.hasErrorLabel("TransientTransactionError") || error.code === NO_SUCH_TRANSACTION;

async function checkOnce(options: CheckOptions): Promise<CheckReport> {
  const report: CheckReport = { looked: {}, violations: [] };
  // One snapshot for all reads: a shop that keeps selling meanwhile would look inconsistent.
  const session = await mongoose.connection.startSession();
  session.startTransaction({ readConcern: { level: "snapshot" } });
  const read = readerOf(mongoose.connection.db!, session);
  try {
    await walletsAddUp(report, read);
    await stockAddsUp(report, read);
    await paidExactlyOnce(report, read);
    await heldForOpenAttempts(report, read);
    await refundsAddUp(report, read);
    await rechargesAgree(report, read);
    await paidTogether(report, read);
    await itemsKnowAfterSales(report, read);
    await partsAddUp(report, read);
    await piecesAddUp(report, read);
    await workIsKnown(report, read, options);
    await nothingWaitsPastExpiry(report, read, options);
    await pointsEqualRecords(report, read);
    await couponsEqualRecords(report, read);
    await activitiesEqualTakes(report, read);
    await auditChainHolds(report, read, options.now ?? new Date());
    await claimsAreRows(report, mongoose.connection.db!, session);
    await mergedOwnNothing(report, read, { db: mongoose.connection.db!, session });
  } finally {
    await session.abortTransaction().catch(() => undefined); // ended already
    await session.endSession();
  }
  return report;
}

/** I1: for each wallet the rows of its ledger add up to balance + frozen, none below 0; frozen is what freezes hold. */
async function walletsAddUp(report: CheckReport, read: Read): Promise<void> {
  const wallets = await read("wallets");
  report.looked["I1 wallets"] = wallets.length;
  const rows = sumBy(await read("walletTransactions"), "walletId", "priceFen");
  const held = sumBy(await read("walletFreezes", { state: "held" }), "memberId", "amountFen");
  for (const { _id, memberId, balanceFen, frozenFen } of wallets) {
    const sum = rows.get(_id) ?? 0;
    rows.delete(_id);
    if (sum !== balanceFen + frozenFen || Math.min(balanceFen, frozenFen) < 0)
      add(report, "I1", `wallet ${_id}`, `balance ${balanceFen} + frozen ${frozenFen}, its rows add up to ${sum}`);
    if ((held.get(memberId) ?? 0) !== frozenFen)
      add(report, "I1", `wallet ${_id}`, `${frozenFen} frozen, freezes hold ${held.get(memberId) ?? 0}`);
  }
  for (const [walletId, sum] of rows) add(report, "I1", `wallet ${walletId}`, `is absent, its rows add up to ${sum}`);
}

/** I2: for each SKU stock + reserved + sold = initial, none below 0; and the reserved are those of unpaid orders. */
async function stockAddsUp(report: CheckReport, read: Read): Promise<void> {
  const skus = await readSkus(read);
  report.looked["I2 SKUs"] = skus.length;
  for (const { _id, stock, reserved, sold, initialStock } of skus) {
    if (stock + reserved + sold !== initialStock || Math.min(stock, reserved, sold) < 0)
      add(report, "I2", `SKU ${_id}`, `stock ${stock} + reserved ${reserved} + sold ${sold}, initial ${initialStock}`);
  }
  const unpaid = await read("tradeOrders", { status: OrderStatus.unpaid });
  const items = await read("tradeOrderItems", { orderId: { $in: unpaid.map((order) => order._id) } });
  const wanted = new Map<number, number>();
  for (const { skuId, count } of items) wanted.set(skuId, (wanted.get(skuId) ?? 0) + count);
  for (const { _id, reserved } of skus)
    if ((wanted.get(_id) ?? 0) !== reserved)
      add(report, "I2", `SKU ${_id}`, `${reserved} reserved, unpaid orders hold ${wanted.get(_id) ?? 0}`);
}

/** I3: an order is paid, and refunded, if and only if its pay order is, which covers what it costs. */
async function paidTogether(report: CheckReport, read: Read): Promise<void> {
  const orders = await read("tradeOrders");
  const payOrders = byId(await read("payOrders"));
  const settling = await withOpenJobs(read);
  report.looked["I3 orders"] = orders.length;
  for (const order of orders) {
    const payOrder = order.payOrderId === null ? undefined : payOrders.get(order.payOrderId);
    if (order.payPriceFen > 0 && !payOrder) add(report, "I3", `order ${order._id}`, "has no pay order");
    if (!payOrder) continue;
    const covered = payOrder.priceFen + payOrder.walletPartFen;
    if (order.payStatus && !isPaid(payOrder)) add(report, "I3", `order ${order._id}`, "paid, but its pay order is not");
    if (order.payStatus && covered !== order.payPriceFen)
      add(report, "I3", `order ${order._id}`, `costs ${order.payPriceFen}, pay order covers ${covered}`);
    if (settling.has(payOrder._id)) continue;
    if (isPaid(payOrder) && !order.payStatus)
      add(report, "I3", `order ${order._id}`, "its pay order is paid, it is not, and no job will mark it");
    const refundedFen = payOrder.refundFen + payOrder.walletRefundFen;
    if (order.refundPriceFen !== refundedFen)
      add(report, "I3", `order ${order._id}`, `refunded ${order.refundPriceFen}, its pay order ${refundedFen} fen`);
  }
}

/** Pay orders with an open job that will update their orders. */
async function withOpenJobs(read: Read): Promise<Set<number | undefined>> {
  const jobs = ["trade.markOrderPaid", "trade.applyRefund"];
  const open = (await read("outbox", { open: true })).filter(({ job }) => jobs.includes(job));
  return new Set(open.map(({ about }) => about.payOrderId));
}

/** I4: every outbox row is done, dead with a letter, or on its way; none is lost. */
async function workIsKnown(report: CheckReport, read: Read, options: CheckOptions): Promise<void> {
  const now = options.now ?? new Date();
  const late = new Date(now.getTime() - (options.relayGraceMs ?? 60_000));
  const open = await read("outbox", { open: true });
  report.looked["I4 open jobs"] = open.length;
  for (const row of open)
    if (row.nextLookAt && row.nextLookAt < late)
      add(
        report,
        "I4",
        `outbox ${row._id}`,
        `${row.job} is ${row.state}, to be looked at since ${row.nextLookAt.toISOString()}`,
      );
    else if (!row.nextLookAt && row.state !== "unknown" && !row.hold && !row.turn)
      add(report, "I4", `outbox ${row._id}`, `${row.job} is ${row.state}, and nothing looks at it`);
  for (const row of await read("outbox", { state: { $nin: [...outboxStates] } }))
    add(report, "I4", `outbox ${row._id}`, `unknown state ${row.state}`);
}

/** I5: no order is past its expiry and still unpaid for longer than one sweep. */
async function nothingWaitsPastExpiry(report: CheckReport, read: Read, options: CheckOptions): Promise<void> {
  const now = options.now ?? new Date();
  const late = new Date(now.getTime() - (options.expiryGraceMs ?? 12 * 60_000));
  const waiting = await read("tradeOrders", { status: OrderStatus.unpaid });
  report.looked["I5 unpaid orders"] = waiting.length;
  for (const order of waiting)
    if (order.payExpireAt < late)
      add(report, "I5", `order ${order._id}`, `unpaid, expired at ${order.payExpireAt.toISOString()}`);
}
