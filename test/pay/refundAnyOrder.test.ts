import { expect } from "chai";
import fc from "fast-check";
import { checkInvariants } from "#scripts/check/invariants.js";
import { refundMoves } from "#scripts/sandbox/pay/refundMoves.js";
import { refundPayOrder } from "#shared/domains/pay/index.js";
import { PayAnomalyModel, type PayAnomalyDoc } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { chaseRefundsJob } from "#shared/domains/pay/pay.jobs.js";
import { PayRefundModel, type PayRefundDoc } from "#shared/domains/pay/refund/payRefund.model.js";
import { days, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { buildPaid, byPage, control, fault, noFaults, reload, type Submitted } from "./support.js";

const PRICE = 1_000;
const at = fc.nat(3);
const outcome = fc.constantFrom("success" as const, "abnormal" as const, "closed" as const);
const anyStep = fc.oneof(
  // Asked for, and kept under way by the channel or not.
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("ask" as const),
      fen: fc.integer({ min: 1, max: 600 }),
      held: fc.boolean(),
    }),
  },
  // The channel moves one on, by any move that was ever seen of it, and tells or not.
  { weight: 8, arbitrary: fc.record({ do: fc.constant("move" as const), at, outcome, notify: fc.boolean() }) },
  // A callback of an earlier state comes late.
  { weight: 3, arbitrary: fc.record({ do: fc.constant("late" as const), at, outcome }) },
  { weight: 3, arbitrary: fc.constant({ do: "query" as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("console" as const), fen: fc.integer({ min: 1, max: 300 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("outside" as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("redirect" as const), at }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;
type Platform = keyof typeof refundMoves;

interface There {
  no: string;
  orderNo: string;
  state: keyof (typeof refundMoves)["wechatpay"];
  amount: number;
}
interface Run extends Submitted {
  platform: Platform;
  /** What the channel ever said of a refund: only that may come late. */
  seen: Map<string, Set<string>>;
}

let operator: BuiltOperator;
let counter = 0;
const rowsOf = ({ order }: Run): Promise<PayRefundDoc[]> =>
  PayRefundModel.find({ payOrderId: order._id }).sort({ _id: 1 }).lean<PayRefundDoc[]>();
const thereOf = async ({ no }: Run): Promise<There[]> =>
  (await control<There[]>("GET", "/pay/refunds")).filter(({ orderNo }) => orderNo === no);
/** What the channel or a use case refuses by name changes nothing. */
const tolerant = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: Error & { code?: unknown }) => {
    if (typeof error.code !== "number" && !error.message.includes(": 409 ")) throw error;
  });

async function query(): Promise<void> {
  heldClock.advance(minutes(61));
  await enqueue(chaseRefundsJob, {});
  await runJobs();
}

async function take(step: Step, run: Run): Promise<void> {
  const rows = await rowsOf(run);
  const one = "at" in step ? rows[step.at % Math.max(1, rows.length)] : undefined;
  if (step.do === "ask") {
    if (step.held) await fault({ mode: "hold", count: 1, platform: run.platform });
    const merchantRefundId = `any-${process.pid}-${++counter}`;
    await tolerant(refundPayOrder({ payOrderId: run.order._id, merchantRefundId, refundFen: step.fen, reason: "" }));
    await runJobs();
    await noFaults();
  } else if (step.do === "query") await query();
  else if (step.do === "console") await tolerant(control("POST", `/pay/orders/${run.no}/refund`, { amount: step.fen }));
  else if (!one) return;
  else if (step.do === "move") {
    const { outcome: to, notify } = step;
    await tolerant(control("POST", `/pay/refunds/${one.no}/settle`, { outcome: to, notify, force: true }));
  } else if (step.do === "late" && run.seen.get(one.no)?.has(step.outcome))
    await control("POST", `/pay/refunds/${one.no}/tell`, { outcome: step.outcome });
  else if (step.do === "outside") {
    const body = { id: one._id, amount: one.refundFen, reason: "cash" };
    await operator.client.put("/admin-api/pay/refund/pay-outside", body);
  } else if (step.do === "redirect")
    await operator.client.put("/admin-api/pay/refund/redirect", { id: one._id, to: "merchant" });
  await runJobs();
  for (const { no, state } of await thereOf(run)) run.seen.set(no, (run.seen.get(no) ?? new Set()).add(state));
}

/** All news are out: the channel has told the last state of each, and was asked about what is open, and a day later. */
async function hearAll(run: Run): Promise<void> {
  for (const { no, state } of await thereOf(run))
    if (state !== "processing") await tolerant(control("POST", `/pay/refunds/${no}/tell`, { outcome: state }));
  await runJobs();
  await query();
  heldClock.advance(days(1));
  await query();
}

async function compare(run: Run): Promise<void> {
  const rows = await rowsOf(run);
  const there = new Map((await thereOf(run)).map((one) => [one.no, one]));
  const listed = await PayAnomalyModel.find({ payOrderId: run.order._id }).lean<PayAnomalyDoc[]>();
  const isListed = (row: PayRefundDoc, kind: string): boolean =>
    listed.some((one) => one.kind === kind && one.refundId === row._id);
  const isOpen = (row: PayRefundDoc): boolean =>
    listed.some(({ key, status }) => key === `refund-undone-${row._id}` && status === 0);
  const order = await reload(run.order);
  const booked = rows.filter(({ status }) => status === 10);
  const sum = (of: { refundFen: number }[]): number => of.reduce((total, { refundFen }) => total + refundFen, 0);
  expect(order.refundFen, "booked").to.equal(sum(booked));
  expect(order.refundFen).to.be.at.most(PRICE);

  let explained = 0;
  for (const row of rows) {
    const state = there.get(row.no)?.state ?? "closed";
    const about = `${row.no}: ${row.status} here, ${state} there`;
    const isMoved = state === "success";
    there.delete(row.no);
    const isOutside = (row.paidOutsideFen ?? null) !== null;
    const isBooked = row.status === 10 && !isOutside;
    if (isMoved !== isBooked) explained += (isMoved ? 1 : -1) * row.refundFen;
    if (isMoved && isOutside)
      expect(isListed(row, "refundContradicted") || isListed(row, "refundToMerchant"), about).to.equal(true);
    if (isMoved && row.status === 20) expect(isListed(row, "refundContradicted"), about).to.equal(true);
    if (isMoved) expect(row.status, about).to.not.equal(0);
    if (!isMoved && isBooked) expect([row.inDoubt, isOpen(row)], about).to.deep.equal([true, true]);
    if (isMoved && isBooked) expect([row.inDoubt, isOpen(row)], about).to.deep.equal([false, false]);
    if (row.status === 0) {
      expect(state, about).to.be.oneOf(["processing", "abnormal"]);
      if (state === "abnormal")
        expect([row.needsMerchant, isListed(row, "refundNeedsMerchant")]).to.deep.equal([true, true]);
    }
    if (row.status === 20 && run.platform === "wechatpay" && state === "abnormal")
      expect(isOpen(row), about).to.equal(true);
  }
  // What is left was given back in the channel's console.
  for (const { no, amount } of there.values()) {
    explained += amount;
    expect(
      listed.some((one) => one.kind === "refundedThere" && one.no === no),
      no,
    ).to.equal(true);
  }
  const moved = (await thereOf(run)).filter(({ state }) => state === "success");
  const movedFen = moved.reduce((total, { amount }) => total + amount, 0);
  expect(movedFen - explained, "money that moved and is booked").to.equal(
    sum(booked.filter(({ paidOutsideFen }) => (paidOutsideFen ?? null) === null)),
  );
}

describe("refunds, whatever a channel reports in whatever order", () => {
  before(async () => {
    await startService();
    operator = await buildOperator(["pay:refund:redirect", "pay:refund:pay-outside"]);
  });
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  for (const [platform, body, numRuns] of [
    ["wechatpay", {}, 3],
    ["alipay", byPage, 3],
  ] as const)
    it(`${platform}: what is booked is what has moved, and all that contradicts is listed`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 8 }), async (steps) => {
          const built = await buildPaid({ priceFen: PRICE }, body);
          const run: Run = { ...built, platform, seen: new Map() };
          await take({ do: "ask", fen: 400, held: true }, run);
          for (const step of steps) await take(step, run);
          await hearAll(run);
          await compare(run);
          const abouts = new Set([`pay order ${run.order._id}`]);
          for (const { _id } of await rowsOf(run)) abouts.add(`refund ${_id}`);
          const { violations } = await checkInvariants();
          expect(violations.filter(({ about }) => abouts.has(about))).to.deep.equal([]);
          heldClock.release();
        }),
        { numRuns, endOnFailure: true },
      );
    });
});
