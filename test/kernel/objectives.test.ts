import { expect } from "chai";
import { expirePayOrderJob } from "#shared/domains/pay/pay.jobs.js";
import { heldClock, hours, seconds } from "#shared/kernel/time/clock.js";
import { metrics } from "#shared/kernel/observability/metrics.js";
import { recordObjective, objectives, type Objective } from "#shared/kernel/observability/objectives.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildSubmitted, settle } from "#test/pay/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

async function counted(objective: Objective): Promise<{ good: number; bad: number }> {
  const { values } = await metrics.getSingleMetric("shop_objective_events_total")!.get();
  const of = (good: string): number =>
    values.find(({ labels }) => labels["objective"] === objective && labels["good"] === good)?.value ?? 0;
  return { good: of("true"), bad: of("false") };
}
async function during(objective: Objective, act: () => Promise<unknown>): Promise<{ good: number; bad: number }> {
  const before = await counted(objective);
  await act();
  const after = await counted(objective);
  return { good: after.good - before.good, bad: after.bad - before.bad };
}

describe("objectives", () => {
  before(() => startService());
  afterEach(() => heldClock.release());

  it("are kept up to their bound, missed beyond it, and missed when nothing came", async () => {
    const { withinMs } = objectives.callbackToPaid;
    const note = (ms: number, kept?: boolean) =>
      during("callbackToPaid", async () => recordObjective("callbackToPaid", "pay-event", ms, kept));
    expect(await note(withinMs)).to.deep.equal({ good: 1, bad: 0 });
    expect(await note(withinMs + 1)).to.deep.equal({ good: 0, bad: 1 });
    expect(await note(-5)).to.deep.equal({ good: 1, bad: 0 });
    expect(await note(1, false)).to.deep.equal({ good: 0, bad: 1 });
  });

  it("a payment counts as asked, paid and told; a repeat of its callback does not", async () => {
    let paid: Awaited<ReturnType<typeof buildSubmitted>>;
    expect(await during("ask", async () => (paid = await buildSubmitted()))).to.deep.equal({ good: 1, bad: 0 });
    const pay = async (): Promise<void> => {
      await settle(paid.no, { times: 2 });
      await runJobs();
    };
    let told: { good: number; bad: number };
    expect(await during("callbackToPaid", async () => (told = await during("firstNotify", pay)))).to.deep.equal({
      good: 1,
      bad: 0,
    });
    expect(told!).to.deep.equal({ good: 1, bad: 0 });
  });

  it("an order that ends with its time counts once, by how late that was", async () => {
    const end = async (lateMs: number) => {
      const { order } = await buildSubmitted();
      heldClock.hold(order.expireAt.getTime() + lateMs);
      return during("expiry", async () => {
        await enqueue(expirePayOrderJob, { payOrderId: order._id });
        await runJobs();
        await enqueue(expirePayOrderJob, { payOrderId: order._id });
        await runJobs();
      });
    };
    expect(await end(seconds(80))).to.deep.equal({ good: 1, bad: 0 });
    heldClock.release();
    expect(await end(hours(1))).to.deep.equal({ good: 0, bad: 1 });
  });
});
