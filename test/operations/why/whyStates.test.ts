import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import type { NotifyTaskDoc } from "#shared/domains/pay/notify/notifyTask.model.js";
import type { NotifyHostDoc, DeliveryTryDoc } from "#shared/kernel/webhooks/delivery.model.js";
import type { PayAttemptDoc, PayOrderDoc, PayRefundDoc } from "#shared/domains/pay/index.js";
import { NotifyStatus, PayRefundStatus, PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { sentenceOf, whyActNames, whyStates, type Why } from "#shared/domains/operations/why/why.js";
import { whyDelivery, type DeliveryFacts } from "#shared/domains/operations/why/whyDelivery.js";
import { whyJob, type JobFacts } from "#shared/domains/operations/why/whyJob.js";
import { whyOrder, type OrderFacts } from "#shared/domains/operations/why/whyOrder.js";
import { whyPayment, type PaymentFacts } from "#shared/domains/operations/why/whyPayment.js";
import { whyRefund } from "#shared/domains/operations/why/whyRefund.js";
import { whyTexts } from "#shared/domains/operations/why/whyTexts.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { AfterSaleStatus } from "#shared/domains/trade/afterSale/afterSale.states.js";
import type { OrderDoc } from "#shared/domains/trade/index.js";
import {
  CancelType,
  ItemAfterSaleStatus,
  OrderStatus,
  RefundStatus,
} from "#shared/domains/trade/order/order.states.js";
import { outboxStates, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { minutes } from "#shared/kernel/time/clock.js";

const now = new Date("2026-11-28T06:32:00.000Z");
const before = new Date(now.getTime() - minutes(5));
const later = new Date(now.getTime() + minutes(5));
/** The phrases that some state was told with. */
const used = new Set<string>();

/** Every combination of these values. */
function eachOf<T extends Record<string, readonly unknown[]>>(values: T): { [K in keyof T]: T[K][number] }[] {
  return Object.entries(values).reduce<object[]>(
    (rows, [name, options]) => rows.flatMap((row) => options.map((value) => ({ ...row, [name]: value }))),
    [{}],
  ) as never;
}

/** What is wrong with how a state is told; empty for all but faults, as there are tens of thousands of states. */
function faultsOf({ state, phrases, acts }: Why): string[] {
  for (const { key } of phrases) used.add(key);
  const { en, zh } = sentenceOf(phrases);
  const holes = /[{}?]|undefined|null|NaN|\[object/;
  // What nobody can help in the console is told where it can be helped.
  const isElsewhere = phrases.some(({ key }) =>
    ["noWorker", "redisAway", "jobNotHandedOver", "jobUnknown", "jobDead"].includes(key),
  );
  const checks: [string, boolean][] = [
    ["its state", whyStates.includes(state)],
    ["an English sentence", /^[A-Z\d].*[^.;: ]\.$/s.test(en) && !/[\u4e00-\u9fff；：。]/.test(en)],
    ["a Chinese sentence", /^.*[\u4e00-\u9fff].*[^。；：]。$/s.test(zh)],
    ["no holes", !holes.test(en) && !holes.test(zh)],
    ["acts of the console", acts.every(({ act, id }) => whyActNames.includes(act) && Boolean(id))],
    ["a way out", (state !== "stands" && state !== "failed") || acts.length > 0 || isElsewhere],
  ];
  return checks.filter(([, isRight]) => !isRight).map(([what]) => `${what}: ${en} ${zh}`);
}

function expectTold(why: Why, about: unknown): void {
  const faults = faultsOf(why);
  if (faults.length > 0) expect.fail(`${faults.join("\n")}\n${JSON.stringify(about)}`);
}

/** Between some hundreds of them whatever else this process does has its turn: workers renew their locks. */
async function expectAllTold<F>(all: readonly F[], whyOf: (facts: F) => Why): Promise<void> {
  for (const [at, facts] of all.entries()) {
    if (at % 500 === 0) await setImmediate();
    expectTold(whyOf(facts), facts);
  }
}

const queue = { name: "notify", answers: true, waiting: 3, paused: false, pausedBy: null, workers: 2 } as const;
const hold = { operatorId: 1, reason: "the campaign is looked at", at: before };
const limit = { perMinute: 6, who: "Ada", reason: "the merchant is slow", at: before, before: 0 };
const letter = { _id: 9, replayedAt: null, discardedAt: null, discardReason: "" };
const failure = { at: before, ms: 5, number: 1, reason: "Error", message: "away", worker: "host 1" };

const jobs: JobFacts[] = eachOf({
  state: outboxStates,
  hold: [undefined, hold, { ...hold, ofKind: true as const }],
  queue: [
    queue,
    { ...queue, waiting: 1, paused: true, pausedBy: { who: "Ada", at: before } },
    { ...queue, paused: true },
    { ...queue, workers: 0 },
    { ...queue, answers: false },
    null,
  ],
  letter: [letter, { ...letter, replayedAt: now }, { ...letter, discardedAt: now, discardReason: "old" }, null],
  tries: [0, 1, 5],
  alike: [0, 2],
  due: [before, new Date(now.getTime() - 1_000), later],
  limit: [null, limit, { ...limit, before: 3 }],
  again: [undefined, 1],
  answered: ["200", "500"],
}).map(({ state, hold: held, queue: facts, letter: dead, tries, alike, due, limit: turns, again, answered }) => ({
  row: {
    _id: 17,
    job: "pay.deliverNotify",
    queue: "notify",
    openQueue: "notify",
    v: 1,
    state,
    open: !["done", "dead", "cancelled"].includes(state),
    ...(held ? { hold: held } : {}),
    dueAt: due,
    nextTryAt: due,
    endedAt: before,
    startedAt: before,
    worker: "host 1",
    tries,
    reason: "Error",
    message: "away",
    failures: tries > 0 ? [failure] : [],
    calls: [{ at: before, to: "wechatpay", method: "GET", path: "/", status: answered, ms: 5 }],
    parked: "pay.deliverNotify@2",
    again,
  } as unknown as OutboxRow,
  queue: facts,
  holder: "Ada",
  limit: held || state !== "held" ? null : turns,
  letter: dead,
  alike,
  maxTries: 36,
  maxRunMs: 30_000,
  isNeeded: alike === 0,
}));
const jobIn = (state: OutboxRow["state"]): JobFacts => jobs.find(({ row }) => row.state === state && row.tries === 5)!;
const stuckJob = jobs.find((facts) => facts.row.state === "relayed" && !facts.row.hold && facts.queue?.paused)!;

const runningJob = jobIn("running");
const queryJob: JobFacts = { ...runningJob, row: { ...runningJob.row, job: "pay.queryPayOrder" } };

const deliveries: DeliveryFacts[] = eachOf({
  status: Object.values(NotifyStatus),
  tries: [0, 1, 5],
  ladderFrom: [0, 1],
  tryingUntil: [null, before, later],
  inLineSince: [null, before],
  nextTryAt: [before, later],
  pausedUntil: [null, later],
  answered: [500, null],
  others: [0, 3],
  job: [null, jobIn("relayed"), stuckJob, jobIn("dead"), jobIn("retrying")],
})
  .filter(({ status, tries, ladderFrom }) => ladderFrom <= tries && (status === NotifyStatus.waiting || tries > 0))
  .map(({ status, tries, ladderFrom, tryingUntil, inLineSince, nextTryAt, pausedUntil, answered, others, job }) => ({
    task: {
      _id: 5,
      host: "merchant.example",
      status,
      tries,
      ladderFrom,
      tryingUntil,
      inLineSince,
      nextTryAt,
      lastTryAt: before,
    } as NotifyTaskDoc,
    host: { _id: "merchant.example", failures: 5, pausedUntil } as NotifyHostDoc,
    lastTry: tries > 0 ? ({ status: answered, body: "connect ECONNREFUSED" } as DeliveryTryDoc) : null,
    others,
    triesLeft: 13 + ladderFrom - tries,
    revivedAt: later,
    job,
  }));

const refunds = eachOf({
  status: Object.values(PayRefundStatus),
  kind: ["order", "late"] as const,
  needsMerchant: [false, true],
  inDoubt: [false, true],
  toMerchant: [false, true],
  outside: [null, 400],
  toWallet: [null, 400],
  replacedBy: [null, 8],
  redirectTo: [null, "payer", "merchant"] as const,
  redirectError: [null, "PARAM_ERROR"],
  channelRefundNo: [null, "5030"],
  requestedAt: [null, before],
  rechecksLeft: [undefined, 2],
})
  // What is under way has no end yet; what was paid otherwise has succeeded; what was replaced has failed.
  .filter(
    ({ status, outside, toWallet, toMerchant, replacedBy, inDoubt }) =>
      (status === PayRefundStatus.succeeded || [outside, toWallet, toMerchant || null].every((end) => end === null)) &&
      (status === PayRefundStatus.failed || replacedBy === null) &&
      (status !== PayRefundStatus.underWay || !inDoubt),
  )
  .map(({ outside, toWallet, ...row }) => ({
    refund: {
      ...row,
      _id: 7,
      no: "R7",
      appId: 1,
      failureCode: "ABNORMAL",
      failureReason: "the account is closed",
      paidOutsideFen: outside,
      paidOutsideReason: outside === null ? null : "bank transfer",
      toWalletFen: toWallet,
      nextAskAt: later,
      successAt: before,
    } as unknown as PayRefundDoc,
    jobs: [] as JobFacts[],
    others: row.rechecksLeft ?? 0,
  }));
const needy = refunds.find(({ refund }) => refund.needsMerchant && refund.status === PayRefundStatus.underWay)!;

const attempt = (fields: object): PayAttemptDoc =>
  ({
    _id: 1,
    channelCode: "wx_native",
    open: true,
    failureCode: null,
    createdAt: before,
    nextAskAt: later,
    ...fields,
  }) as unknown as PayAttemptDoc;
const payments: PaymentFacts[] = eachOf({
  status: Object.values(PayStatus),
  expireAt: [before, later],
  attempts: [
    [],
    [attempt({})],
    [attempt({ open: false, failureCode: "NO_AUTH", failureReason: "not allowed" })],
    [attempt({ open: false })],
  ],
  refunds: [[], [needy]],
  deliveries: [[], deliveries.filter(({ task, job }) => task.tries === 5 && !job).slice(0, 4)],
  jobs: [[], [jobIn("dead")], [jobIn("retrying"), stuckJob], [queryJob]],
  anomalies: [0, 1, 2],
  refundFen: [0, 400],
}).map(({ status, expireAt, refundFen, ...facts }) => ({
  ...facts,
  order: {
    _id: 3,
    status,
    expireAt,
    successAt: before,
    channelCode: "wx_native",
    refundFen,
    walletRefundFen: 0,
  } as PayOrderDoc,
}));

const ofPayments: (PaymentFacts | null)[] = [
  null,
  ...Object.values(PayStatus).flatMap((status) => payments.filter(({ order }) => order.status === status).slice(-1)),
];
const inParts: NonNullable<OrderDoc["parcels"]> = [];
const orders: OrderFacts[] = eachOf({
  status: Object.values(OrderStatus),
  cancelType: [null, ...Object.values(CancelType)],
  deliveryType: Object.values(DeliveryType),
  refundStatus: [RefundStatus.none, RefundStatus.inPart, RefundStatus.inFull],
  comingBack: [false, true],
  parcels: [undefined, inParts],
  payExpireAt: [before, later],
  items: [[{ afterSaleStatus: ItemAfterSaleStatus.none }], [{ afterSaleStatus: ItemAfterSaleStatus.refunded }]],
  afterSale: [null, ...Object.values(AfterSaleStatus).map((status) => ({ _id: 4, no: "A4", status }))],
  gathers: [false, true],
  payment: ofPayments,
})
  .filter(({ status, parcels }) => !parcels || status === OrderStatus.toShip)
  // Only what is cancelled, or goes back to the members of a failed group, was cancelled by somebody.
  .filter(
    ({ status, cancelType, afterSale, comingBack }) =>
      (status === OrderStatus.cancelled || [null, CancelType.groupFailed].includes(cancelType as never)) &&
      (status !== OrderStatus.unpaid || (afterSale === null && !comingBack)),
  )
  .map(({ items, afterSale, gathers, payment, parcels, ...order }) => ({
    order: {
      _id: 2,
      ...order,
      ...(parcels ? { parcels } : {}),
      payAt: before,
      cancelAt: before,
      deliveryAt: before,
      receiveAt: before,
    } as OrderDoc,
    items,
    afterSale,
    gathers,
    payment,
    jobs: [],
  }));

describe("why: each state that a row can have", () => {
  it("of a job has its sentence in both languages, and what helps", () =>
    expectAllTold(jobs, (facts) => whyJob(facts, now)));
  it("of a delivery", () => expectAllTold(deliveries, (facts) => whyDelivery(facts, now)));
  it("of a refund", async () => {
    await expectAllTold(refunds, (facts) => whyRefund(facts, now));
    const sent = { ...needy, refund: { ...needy.refund, requestedAt: before } };
    for (const job of [jobIn("retrying"), jobIn("dead"), stuckJob, runningJob])
      for (const facts of [needy, sent]) expectTold(whyRefund({ ...facts, jobs: [job] }, now), job);
  });
  it("of a payment, with what of it is open", () => expectAllTold(payments, (facts) => whyPayment(facts, now)));
  it("of an order", () => expectAllTold(orders, (facts) => whyOrder(facts, now)));
  it("is told without a text that nothing uses", () => {
    expect(Object.keys(whyTexts).filter((key) => !used.has(key))).to.deep.equal([]);
  });
});
