import { expect } from "chai";
import { checkInvariants } from "#scripts/check/invariants.js";
import { GroupModel } from "#shared/domains/promotion/activity/group/group.model.js";
import { InvoiceModel } from "#shared/domains/invoice/invoice.model.js";
import { NotifyTaskModel } from "#shared/domains/pay/notify/notifyTask.model.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { PayCallbackModel } from "#shared/domains/pay/callback/payCallback.model.js";
import { PayOrderModel } from "#shared/domains/pay/order/payOrder.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { CouponModel } from "#shared/domains/promotion/coupon/coupon.model.js";
import { finishRechargeRefundJob } from "#shared/domains/recharge/recharge.jobs.js";
import { RechargeModel } from "#shared/domains/recharge/recharge.model.js";
import { AfterSaleModel, OrderModel } from "#shared/domains/trade/index.js";
import { applyRefundJob } from "#shared/domains/trade/trade.jobs.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { ParcelModel } from "#shared/domains/trade/parcel/parcel.model.js";
import { MemberModel } from "#shared/domains/member/index.js";
import { WalletModel } from "#shared/domains/wallet/wallet.model.js";
import { WalletFreezeModel } from "#shared/domains/wallet/walletFreeze.model.js";
import { WalletTransactionModel } from "#shared/domains/wallet/walletTransaction.model.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import type { JobDefinition } from "#shared/kernel/queue/jobs.js";
import { queueNames, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { workerJobs } from "#workers/processors.js";
import { buildGroupBuy } from "#test/factories/activity.js";
import {
  buildAfterSale,
  buildAfterSaleOperator,
  buildOrderPaidAtChannel,
  buildTwoItems,
  decide,
} from "#test/factories/afterSale.js";
import { buildInvoice } from "#test/factories/invoice.js";
import { buildPaidOrder, buildUnpaidOrder } from "#test/factories/order.js";
import { buildCoupon } from "#test/factories/promotion.js";
import { buildShippedOrder } from "#test/factories/shipment.js";
import { buildWallet } from "#test/factories/wallet.js";
import { buildPaid, buildSubmitted, chase, control, fault, noFaults, withWalletPart } from "#test/pay/support.js";
import { beginHeldRefund, buildPaidRecharge, buildRecharge, reload, settleRefund } from "#test/recharge/support.js";
import { eventually } from "#test/support/eventually.js";
import { fieldsOf, payloadOf, schemaOf, type FieldSchema } from "#test/support/jobPayloads.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

/** Of nothing that there is. */
const NOBODY = 987_654_321;
/** So many payloads of a job at most. */
const MOST = 36;

type Ids = Record<string, number[]>;
interface Shop {
  ids: Ids;
  heldRecharge: { rechargeId: number; refundId: number; memberId: number };
  heldAfterSale: { orderId: number; refundNo: string };
}

/** A shop in the middle of its work: every way to pay, refunds under way, arrived and failed, a group that waits. */
async function buildShop(): Promise<Shop> {
  const operator = await buildAfterSaleOperator();
  await buildUnpaidOrder();
  await buildPaidOrder();
  await buildShippedOrder();
  await buildInvoice();
  await buildSubmitted({ priceFen: 900 });
  await buildPaid({ priceFen: 1_000 }, withWalletPart(400), await buildWallet(700));
  const group = await buildGroupBuy();
  await buildOrderPaidAtChannel({ skuId: group.skuId, body: { ...group.input } });
  const inPart = await buildTwoItems();
  const first = await buildAfterSale(inPart);
  await decide(operator, "agree", first);
  await decide(operator, "refund", first);
  await runJobs();
  await chase();
  heldClock.release();
  const waiting = await buildOrderPaidAtChannel();
  const afterSale = await buildAfterSale(waiting);
  await decide(operator, "agree", afterSale);
  await fault({ mode: "hold", count: 1 });
  await decide(operator, "refund", afterSale);
  await runJobs();
  const { no: refundNo } = (await PayRefundModel.findOne({ payOrderId: waiting.payOrderId }).lean())!;
  await buildRecharge();
  await buildPaidRecharge();
  for (const outcome of ["success", "closed"] as const) {
    const { rechargeId } = await buildPaidRecharge({ payPrice: 700 });
    await settleRefund(await beginHeldRefund(rechargeId), outcome);
  }
  const { rechargeId, member } = await buildPaidRecharge({ payPrice: 10_500 });
  const refundId = await beginHeldRefund(rechargeId);
  await buildCoupon({ memberId: member._id });
  return {
    ids: await idsOfShop(),
    heldRecharge: { rechargeId, refundId, memberId: member._id },
    heldAfterSale: { orderId: waiting.order._id, refundNo },
  };
}

/** The newest of each kind, by the name that payloads call it. */
async function idsOfShop(): Promise<Ids> {
  const newest = async (model: { find: (where: object, fields: object) => any }): Promise<number[]> =>
    (await model.find({}, { _id: 1 }).sort({ _id: -1 }).limit(24).lean()).map(({ _id }: { _id: number }) => _id);
  return {
    orderId: await newest(OrderModel),
    payOrderId: await newest(PayOrderModel),
    refundId: await newest(PayRefundModel),
    attemptId: await newest(PayAttemptModel),
    callbackId: await newest(PayCallbackModel),
    notifyId: await newest(NotifyTaskModel),
    groupId: await newest(GroupModel),
    invoiceId: await newest(InvoiceModel),
    parcelId: await newest(ParcelModel),
    memberId: await newest(MemberModel),
  };
}

/** What money and goods stand in; nothing that a forged job may move. */
async function standOf(): Promise<Record<string, unknown[]>> {
  const rows = async (
    model: { find: (where: object, fields: object) => any },
    ...fields: string[]
  ): Promise<unknown[]> =>
    model
      .find({}, Object.fromEntries(fields.map((field) => [field, 1])))
      .sort({ _id: 1 })
      .lean();
  return {
    orders: await rows(
      OrderModel,
      "status",
      "payStatus",
      "refundPriceFen",
      "refundStatus",
      "cancelType",
      "refundPoint",
    ),
    afterSales: await rows(AfterSaleModel, "status", "isRefunding", "merchantRefundId"),
    payOrders: await rows(PayOrderModel, "status", "priceFen", "walletPartFen", "refundFen", "walletRefundFen"),
    refunds: await rows(PayRefundModel, "status", "refundFen", "walletRefundFen", "payOrderId"),
    recharges: await rows(RechargeModel, "payStatus", "refundStatus", "payRefundId", "refundTotalFen"),
    wallets: await rows(WalletModel, "balanceFen", "frozenFen"),
    freezes: await rows(WalletFreezeModel, "state", "amountFen"),
    ledger: await rows(WalletTransactionModel, "priceFen", "bizType", "bizId"),
    coupons: await rows(CouponModel, "status", "memberId", "templateId"),
    members: await rows(MemberModel, "point", "experience"),
    groups: await rows(GroupModel, "status", "userCount"),
    invoices: await rows(InvoiceModel, "status"),
    told: await rows(NotifyTaskModel, "type", "payOrderId", "refundId"),
  };
}

/** What nobody's schema knows, and what earlier versions of some jobs believed. */
const lies = [
  { succeeded: false, status: 20, amountFen: 9_999_999, refundFen: 9_999_999, paid: true },
  { succeeded: true, status: 10, priceFen: 1, walletPartFen: -1, endedAt: 0, merchantRefundId: "x" },
];

/** Forged payloads of a job: ids of every order, refund and member that there is, in and out of step, of others and of nobody. */
function forgeriesOf(job: JobDefinition, ids: Ids): object[] {
  const schema = schemaOf(job);
  const all = [...new Set(Object.values(ids).flatMap((some) => some.slice(0, 3)))];
  const poolOf = (name: string): number[] => [...(ids[name] ?? all), NOBODY];
  const fields = fieldsOf(schema).filter(([, { type }]) => type === "integer" || type === "number");
  const longest = Math.max(2, ...fields.map(([path]) => poolOf(lastOf(path)).length));
  return Array.from({ length: Math.min(MOST, longest * 2) }, (_, index) => {
    let step = 0;
    const outOfStep = index % 2;
    const payload = payloadOf(schema, (name, { type, enum: choices, anyOf }) => {
      if (anyOf?.some((one) => one.type === "null") && index % 3 === 0) return null;
      if (choices) return choices[index % choices.length];
      if (type === "boolean") return index % 4 < 2;
      if (type !== "integer" && type !== "number") return undefined;
      const pool = poolOf(name);
      return pool[(Math.floor(index / 2) + outOfStep * step++) % pool.length];
    }) as object;
    return { ...payload, ...lies[index % 2] };
  });
}
const lastOf = (path: string): string => path.split(".").at(-1)!.replace(/s$/, "");
const hasFields = (schema: FieldSchema): boolean => Object.keys(schema.properties ?? {}).length > 0;

/** As a hand would write them into Redis: past the outbox, once, under this version and the one before. */
async function forge(job: JobDefinition, payloads: object[]): Promise<void> {
  await queueNamed(job.queue).addBulk(
    payloads.map((payload, index) => ({
      name: job.name,
      data: { payload, v: Math.max(1, job.v - (index % 2)), requestId: "forged", about: {} },
      opts: { attempts: 1, removeOnComplete: true, removeOnFail: true },
    })),
  );
}
async function untilIdle(queues: readonly QueueName[]): Promise<void> {
  for (const name of queues)
    await eventually(
      `${name} has run what it can`,
      async () => {
        const { waiting = 0, active = 0, prioritized = 0 } = await queueNamed(name).getJobCounts();
        return waiting + active + prioritized === 0;
      },
      120,
    );
  await runJobs();
}

describe("jobs that were written by hand", function () {
  this.timeout(300_000);
  const jobs = workerJobs.filter((job) => hasFields(schemaOf(job)));
  let shop: Shop;
  let violated: string[];
  const violationsNow = async (): Promise<string[]> =>
    (await checkInvariants()).violations
      // The sealer has a clock of its own, and rows of other tests wait for it here.
      .filter(({ what }) => !what.startsWith("waits for its seal"))
      .map(({ invariant, about, what }) => `${invariant} ${about}: ${what}`);

  before(async () => {
    await startService();
    await seedDelivery();
    shop = await buildShop();
    // What other tests of the run broke on purpose is none of ours.
    violated = await violationsNow();
  });
  after(async () => {
    heldClock.release();
    await noFaults();
  });

  it("are tried of every job that takes a word from its payload", () => {
    expect(jobs.length).to.be.greaterThan(50);
    for (const job of jobs) expect(forgeriesOf(job, shop.ids).length, job.name).to.be.greaterThan(1);
  });

  it("move no money and no goods, whosever ids they carry and whatever they claim", async () => {
    const before = await standOf();
    for (const job of jobs) await forge(job, forgeriesOf(job, shop.ids));
    await untilIdle(queueNames);
    const now = await standOf();
    for (const [what, rows] of Object.entries(before)) expect(now[what], what).to.deep.equal(rows);
    expect((await violationsNow()).filter((one) => !violated.includes(one))).to.deep.equal([]);
  });

  it("do not end a refund that is under way, and its own end comes through afterwards", async () => {
    const { rechargeId, refundId, memberId } = shop.heldRecharge;
    const { payOrderId } = await reload(rechargeId);
    const outcomes = [{ succeeded: false }, { succeeded: true }];
    await forge(
      finishRechargeRefundJob as unknown as JobDefinition,
      outcomes.map((one) => ({ refundId, payOrderId, ...one })),
    );
    const refund = (await PayRefundModel.findOne({ no: shop.heldAfterSale.refundNo }).lean())!;
    const told = { refundId: refund._id, payOrderId: refund.payOrderId, merchantRefundId: refund.merchantRefundId };
    await forge(
      applyRefundJob as unknown as JobDefinition,
      outcomes.map((one) => ({ ...told, ...one })),
    );
    await untilIdle(["pay-event", "trade"]);
    expect(await WalletModel.findOne({ memberId }).lean()).to.include({ balanceFen: 0, frozenFen: 10_500 });
    expect(await AfterSaleModel.findOne({ orderId: Number(refund.merchantOrderId) }).lean()).to.include({
      status: 40,
      isRefunding: true,
    });
    await settleRefund(refundId, "success");
    await control("POST", `/pay/refunds/${refund.no}/settle`, { outcome: "success" });
    await runJobs();
    expect(await reload(rechargeId)).to.include({ refundStatus: 10, refundTotalFen: 10_500 });
    expect(await WalletModel.findOne({ memberId }).lean()).to.include({ balanceFen: 0, frozenFen: 0 });
    expect(await AfterSaleModel.findOne({ orderId: Number(refund.merchantOrderId) }).lean()).to.include({ status: 50 });
    expect((await violationsNow()).filter((one) => !violated.includes(one))).to.deep.equal([]);
  });

  it("run again by hand after they have ended, whose rows are done, change nothing either", async () => {
    const before = await standOf();
    let again = 0;
    for (const name of queueNames)
      for (const state of ["completed", "failed"] as const)
        for (const job of await queueNamed(name).getJobs([state], 0, 500)) {
          if (!job?.data.outboxId) continue;
          await job
            .retry(state)
            .then(() => again++)
            .catch(() => undefined); // trimmed meanwhile
        }
    expect(again).to.be.greaterThan(30);
    await untilIdle(queueNames);
    const now = await standOf();
    for (const [what, rows] of Object.entries(before)) expect(now[what], what).to.deep.equal(rows);
    expect((await violationsNow()).filter((one) => !violated.includes(one))).to.deep.equal([]);
  });
});
