import { expect } from "chai";
import type { Model } from "mongoose";
import { MemberModel } from "#shared/domains/member/index.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { PayOrderModel } from "#shared/domains/pay/order/payOrder.model.js";
import { PayRefundStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { RechargeModel } from "#shared/domains/recharge/recharge.model.js";
import { BuyerDayModel } from "#shared/domains/salesReports/buyerDay.model.js";
import { countShopDay } from "#shared/domains/salesReports/countShopDay.js";
import { countTradeDay } from "#shared/domains/salesReports/countTradeDay.js";
import { flushVisits, recordBrowse } from "#shared/domains/salesReports/index.js";
import { MemberDayModel } from "#shared/domains/salesReports/memberDay.model.js";
import { PayDayModel } from "#shared/domains/salesReports/payDay.model.js";
import { ProductDayModel } from "#shared/domains/salesReports/productDay.model.js";
import { TradeDayModel } from "#shared/domains/salesReports/tradeDay.model.js";
import { SETTLING_MS } from "#shared/domains/salesReports/windows.js";
import { countShopDays, countTradeDays } from "#shared/domains/salesReports/worker.js";
import { AfterSaleModel } from "#shared/domains/trade/afterSale/afterSale.model.js";
import { OrderItemModel } from "#shared/domains/trade/order/orderItem.model.js";
import { OrderModel } from "#shared/domains/trade/order/order.model.js";
import { OrderRefundModel } from "#shared/domains/trade/refund/orderRefund.model.js";
import { WalletBizType } from "#shared/domains/wallet/wallet.codes.js";
import { WalletTransactionModel } from "#shared/domains/wallet/walletTransaction.model.js";
import { clock, days, heldClock, hours, seconds } from "#shared/kernel/time/clock.js";

/** By then an event is counted, even where the store's clock looks a little slow. */
export const COUNTED_AFTER_MS = SETTLING_MS + seconds(5);

/** A moment of a day of the shop, held, in which no other test does anything; returns the day. */
export function goTo(daysAhead: number, hour = 12): string {
  heldClock.hold();
  heldClock.advance(days(daysAhead) + hours(hour - 8) - (clock.ms() % days(1)));
  return dayOf(clock.ms());
}
export const dayOf = (ms: number): string => new Date(ms + hours(8)).toISOString().slice(0, 10);

/** What one event is about. */
interface Told {
  spuId: number;
  memberId: number;
  fen: number;
}
type AnyModel = Model<{ _id: number }>;

/** Ids that no counter comes to. */
let lastId = 8_000_000_000;
const written = new Map<AnyModel, number[]>();

/** A row as it would be stored, at once and past every use case. */
async function store(model: unknown, fields: object): Promise<number> {
  const _id = ++lastId;
  const of = model as AnyModel;
  await of.collection.insertOne({ _id, ...fields } as never);
  written.set(of, [...(written.get(of) ?? []), _id]);
  return _id;
}

/** Other tests compare all rows of the shop with each other. */
export async function removeEvents(): Promise<void> {
  for (const [model, ids] of written) await model.collection.deleteMany({ _id: { $in: ids as never[] } });
  written.clear();
}

const spuNameOf = (spuId: number): string => `goods ${spuId}`;

/** Events of the shop, each at a time of its own. */
export const events = {
  async placed({ spuId, memberId, fen }: Told, at = clock.now()): Promise<number> {
    const orderId = await store(OrderModel, {
      no: `T${lastId}`,
      memberId,
      payPriceFen: fen,
      payAt: null,
      createdAt: at,
    });
    const item = { orderId, memberId, spuId, spuName: spuNameOf(spuId), count: 2, payPriceFen: fen, createdAt: at };
    await store(OrderItemModel, item);
    return orderId;
  },
  async paid(told: Told, at = clock.now()): Promise<void> {
    const _id = await events.placed(told, new Date(at.getTime() - hours(30)));
    await OrderModel.collection.updateOne({ _id: _id as never }, { $set: { payAt: at } });
    const channelCode = told.memberId % 2 === 0 ? "wallet" : "social_native";
    const money = { priceFen: told.fen, walletPartFen: 3, channelFeeFen: 1 };
    await store(PayOrderModel, { appId: 1, merchantOrderId: `T${_id}`, channelCode, ...money, successAt: at });
  },
  async refunded({ spuId, fen }: Told, at = clock.now()): Promise<void> {
    const shares = [{ spuId, spuName: spuNameOf(spuId), refundFen: fen }];
    await store(OrderRefundModel, { refundFen: fen, shares, refundAt: at });
    const attemptId = await store(PayAttemptModel, { no: `T${lastId}`, channelCode: "social_native" });
    await store(PayRefundModel, {
      no: `R${attemptId}`,
      merchantRefundId: `R${attemptId}`,
      attemptId,
      kind: fen % 2 === 0 ? "order" : "late",
      status: PayRefundStatus.succeeded,
      refundFen: fen,
      walletRefundFen: 1,
      successAt: at,
    });
  },
  async applied({ spuId }: Told, at = clock.now()): Promise<void> {
    await store(AfterSaleModel, { no: `T${lastId}`, spuId, spuName: spuNameOf(spuId), createdAt: at });
  },
  async joined({ fen }: Told, at = clock.now()): Promise<void> {
    await store(MemberModel, { registerTerminal: (fen % 3) * 10, createdAt: at });
  },
  async recharged({ fen }: Told, at = clock.now()): Promise<void> {
    await store(RechargeModel, { payOrderId: lastId, payPriceFen: fen, payAt: at, refundAt: null });
  },
  async rechargeRefunded({ fen }: Told, at = clock.now()): Promise<void> {
    const payAt = new Date(at.getTime() - hours(30));
    await store(RechargeModel, { payOrderId: lastId, payPriceFen: fen, payAt, refundPayFen: fen, refundAt: at });
  },
  async paidByWallet({ fen }: Told, at = clock.now()): Promise<void> {
    const cause = { bizType: WalletBizType.payment, bizId: `T${lastId}`, no: `T${lastId}` };
    await store(WalletTransactionModel, { ...cause, priceFen: -fen, createdAt: at });
  },
  /** Now alone, as visits carry no time of their own. */
  async viewed({ spuId, memberId }: Told): Promise<void> {
    recordBrowse(spuId, memberId);
    await flushVisits();
  },
};

/** All numbers of a day, and nothing of when or how they were counted. */
export async function numbersOf(day: string): Promise<Record<string, unknown>> {
  const inDay = async (model: unknown): Promise<object[]> =>
    (await (model as Model<{ day: string }>).find({ day }).sort({ _id: 1 }).lean<object[]>()).map(numbersIn);
  return {
    products: await inDay(ProductDayModel),
    buyers: await inDay(BuyerDayModel),
    channels: await inDay(PayDayModel),
    members: numbersIn((await MemberDayModel.findById(day).lean<object>()) ?? {}),
    trade: numbersIn((await TradeDayModel.findById(day).lean<object>()) ?? {}),
  };
}
const ofTheCount = new Set(["createdAt", "updatedAt", "countedAt", "countedUntil", "wholeCount", "holds"]);
const numbersIn = (row: object): object =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([field]) => !ofTheCount.has(field))
      .toSorted(([a], [b]) => a.localeCompare(b)),
  );

/** The numbers of a day that is counted from all of its events at once. */
export async function wholeNumbersOf(day: string): Promise<Record<string, unknown>> {
  await countShopDay(day);
  await countTradeDay(day);
  return numbersOf(day);
}

type Kind = keyof typeof events;
export const kinds = Object.keys(events) as Kind[];

/** As both schedules do. */
export async function tick(): Promise<void> {
  await countTradeDays();
  await countShopDays();
}

export const told = (spuId: number, fen = 500): Told => ({ spuId, memberId: spuId + 1, fen });

/** One event of each kind now. */
export async function oneOfEach(spuId: number): Promise<void> {
  for (const kind of kinds) await events[kind](told(spuId));
}

/** What is counted of the day so far equals what all of its events add up to. */
export async function expectWhole(day: string): Promise<void> {
  const counted = await numbersOf(day);
  expect(counted).to.deep.equal(await wholeNumbersOf(day));
}
