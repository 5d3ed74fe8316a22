import { randomInt } from "node:crypto";
import { expect } from "chai";
import { DateTime } from "luxon";
import { refundPayOrder } from "#shared/domains/pay/index.js";
import { billedMerchants } from "#shared/domains/pay/worker.js";
import { reconcileDueJob } from "#shared/domains/pay/pay.jobs.js";
import type { PayOrderInput } from "#shared/domains/pay/order/openPayOrder.js";
import { PayAnomalyModel } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { DifferenceModel, ReconciliationModel } from "#shared/domains/pay/reconciliation/reconciliation.model.js";
import { clock, days, heldClock } from "#shared/kernel/time/clock.js";
import { insertOnce } from "#shared/kernel/mongo/insertOnce.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildOperator } from "#test/factories/operator.js";
import { runJobs } from "#test/support/runJobs.js";
import { merchantAt, newApp, newChannel } from "../channel/channelSupport.js";
import { buildPaid, buildSubmitted, byPage, chase, type Submitted } from "../support.js";

export const base = "/admin-api/pay/reconciliation";
export const zone = "Asia/Shanghai";
/** The providers' day, on which everything here is paid. */
export const today = (): string => DateTime.now().setZone(zone).toFormat("yyyy-MM-dd");
/** Holds the clock at a time of the day after. */
export const tomorrowAt = (hour: number, minute = 0): void =>
  heldClock.hold(DateTime.now().setZone(zone).plus({ days: 1 }).set({ hour, minute, second: 0 }).toJSDate());

/** A merchant of its own with one channel: nobody else's payments stand in its statement. */
interface Shop {
  appId: number;
  channelId: number;
  merchantId: string;
  body: Record<string, unknown>;
}
export async function newShop(platform: "wechatpay" | "alipay" = "wechatpay"): Promise<Shop> {
  const appId = await newApp();
  const entered = await merchantAt(platform);
  const isWechat = platform === "wechatpay";
  const channelId = await newChannel(appId, isWechat ? "social_native" : "payplat_pc", entered);
  const merchantId = (isWechat ? entered["mchId"] : entered["appId"])!;
  return { appId, channelId, merchantId, body: isWechat ? {} : byPage };
}
/** Its orders outlive the days that pass here. */
const order = ({ appId }: Shop, priceFen: number): Partial<PayOrderInput> => ({
  appId: appId as 1,
  priceFen,
  expireAt: new Date(Date.now() + days(30)),
});
export const paid = (shop: Shop, priceFen = 1_000): Promise<Submitted> => buildPaid(order(shop, priceFen), shop.body);
export const submitted = (shop: Shop, priceFen = 1_000): Promise<Submitted> =>
  buildSubmitted(order(shop, priceFen), shop.body);
export async function refunded({ order: { _id } }: Submitted, refundFen: number): Promise<number> {
  const merchantRefundId = `rec-${_id}-${randomInt(1_000_000)}`;
  const id = await refundPayOrder({ payOrderId: _id, merchantRefundId, refundFen, reason: "" });
  await runJobs();
  await chase();
  heldClock.release();
  return id;
}

export const rowOf = async ({ merchantId }: Shop) =>
  (await ReconciliationModel.findOne({ merchantId, day: today() }).lean())!;
export const differencesOf = async (shop: Shop) =>
  DifferenceModel.find({ reconciliationId: (await rowOf(shop))._id })
    .sort({ _id: 1 })
    .lean();
export const openKinds = async (shop: Shop) =>
  (await differencesOf(shop)).filter(({ status }) => status === 0).map(({ kind }) => kind);
export const anomaliesOf = async (shop: Shop) => {
  const keys = (await differencesOf(shop)).map(({ anomalyKey }) => anomalyKey);
  return PayAnomalyModel.find({ key: { $in: keys } })
    .sort({ _id: 1 })
    .lean();
};
/** Everybody else's statements count as compared: what other tests left at the providers is none of these tests' matter. */
async function doneElsewhere({ merchantId: own }: Shop): Promise<void> {
  const others = (await billedMerchants()).filter(({ merchantId }) => merchantId !== own);
  const dayBefore = (back: number): string =>
    DateTime.fromMillis(clock.ms(), { zone }).minus({ days: back }).toFormat("yyyy-MM-dd");
  const statements = others.flatMap(({ family, merchantId }) =>
    [1, 2, 3].map((back) => ({ family, merchantId, day: dayBefore(back) })),
  );
  for (const statement of statements)
    await insertOnce(ReconciliationModel, statement, { _id: 1_000_000_000 + randomInt(1_000_000_000), status: 10 });
  await ReconciliationModel.updateMany({ merchantId: { $ne: own } }, { $set: { nextRunAt: null } });
}
/** The schedule's tick, and all that follows from it. */
export async function tick(shop: Shop): Promise<void> {
  await doneElsewhere(shop);
  await enqueue(reconcileDueJob, {});
  await runJobs();
}
/** The tick of the day after, when the statements are there. */
export async function reconcile(shop: Shop): Promise<void> {
  tomorrowAt(10, 40);
  await tick(shop);
}
/** Compared again now, as an operator has it. */
export async function again(shop: Shop): Promise<void> {
  const { client } = await buildOperator(["pay:reconciliation:run"]);
  const reply = await client.post(`${base}/run`, { channelId: shop.channelId, day: today() });
  expect(reply.code, reply.msg).to.equal(0);
  await runJobs();
}

/** Listed on a day that has not come: they would stand before what other tests list now. */
export const forgetLater = async (): Promise<void> => {
  await PayAnomalyModel.deleteMany({ createdAt: { $gt: new Date() } });
};
