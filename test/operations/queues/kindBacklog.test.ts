import { expect } from "chai";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue, enqueueEach } from "#shared/kernel/outbox/enqueue.js";
import { invalidateHeldKinds, KindHoldModel } from "#shared/kernel/outbox/kindHolds.js";
import { KindLimitModel } from "#shared/kernel/outbox/kindLimits.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { eventually } from "#test/support/eventually.js";
import { commandsDuring } from "#test/support/redisCommands.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { keyedJob, orderJob, plainJob, runs } from "#test/support/testJobs.js";

const MANY = 3_000;
const reason = "the merchant's system is slow";
const plainQueue = () => queueNamed("maintenance");

describe("a kind of job of which thousands wait in Redis", function () {
  this.timeout(120_000);
  let clerk: BuiltOperator;
  before(async () => {
    await startService();
    clerk = await buildOperator(["infra:queue:read", "infra:queue:operate"]);
  });
  afterEach(async () => {
    await OutboxModel.deleteMany({ job: { $in: [plainJob.name, orderJob.name] } });
    await KindHoldModel.deleteMany({});
    await KindLimitModel.deleteMany({});
    invalidateHeldKinds();
    for (const name of ["maintenance", "trade"] as const) {
      await queueNamed(name).drain();
      await queueNamed(name).resume();
    }
    await runJobs();
  });

  const number = async (): Promise<number> => 9_400_000 + (await nextId("testNumbers"));
  /** Of this test alone: what another left to run late is none of its rows. */
  let mine: { "payload.number": { $in: number[] } };
  async function fill(job: typeof plainJob): Promise<void> {
    await queueNamed(job.queue).pause();
    const payloads = await Promise.all(Array.from({ length: MANY }, async () => ({ number: await number() })));
    mine = { "payload.number": { $in: payloads.map((payload) => payload.number) } };
    await enqueueEach(job, payloads);
    await eventually("all are in Redis", async () => (await waitingIn(job.queue)) >= MANY, 120);
    expect(await waitingRows(job, { open: true })).to.equal(MANY);
  }
  async function waitingIn(queue: typeof plainJob.queue): Promise<number> {
    const { waiting = 0 } = await queueNamed(queue).getJobCounts("waiting");
    return waiting;
  }
  const waitingRows = (job: typeof plainJob, which: object) =>
    OutboxModel.countDocuments({ job: job.name, ...mine, ...which });
  const by = () => ({ operatorId: clerk.operator._id, reason, at: clock.now() });
  const steers = {
    held: { steer: async (job: string) => KindHoldModel.create([{ _id: job, ...by() }]), row: { "hold.ofKind": true } },
    limited: {
      steer: async (job: string) => {
        const at = clock.ms() + minutes(1);
        const rate = { perMinute: 1, intervalMs: minutes(1), nextStartMs: at, nextTurnMs: at };
        return KindLimitModel.create([{ _id: job, ...by(), ...rate }]);
      },
      row: { turn: { $exists: true } },
    },
  };

  for (const [how, { steer, row }] of Object.entries(steers))
    it(`and that is ${how} lets another kind behind it run once a few of it were looked at`, async () => {
      await fill(plainJob);
      const other = await number();
      await enqueue(keyedJob, { number: other });
      await eventually("it waits behind them", async () => (await waitingIn("maintenance")) > MANY);
      const before = await plainQueue().getCompletedCount();
      await steer(plainJob.name);
      invalidateHeldKinds();
      await plainQueue().resume();
      await eventually("it ran", async () => runs.has(other), 60);
      const looked = (await plainQueue().getCompletedCount()) - before;
      await eventually("all wait", async () => (await waitingRows(plainJob, row)) === MANY, 60);
      expect(looked).to.be.at.most(MANY / 10);
    });

  it("is taken out of Redis by few commands, before anything else of the queue that does it", async () => {
    await fill(orderJob);
    await plainQueue().pause();
    for (let one = 0; one < 20; one++) await enqueue(keyedJob, { number: await number() });
    await eventually("they wait", async () => (await waitingIn("maintenance")) >= 20);
    const body = { job: orderJob.name, reason, confirm: true };
    const { code, msg } = await clerk.client.put("/admin-api/infra/queue/hold-kind", body);
    expect(code, msg).to.equal(0);
    await eventually("it waits as well", async () => (await waitingIn("maintenance")) > 20);
    const [next] = await plainQueue().getJobs(["waiting"], 0, 0, true);
    const commands = await commandsDuring(async () => {
      await plainQueue().resume();
      await eventually("all are held", async () => (await waitingRows(orderJob, { "hold.ofKind": true })) === MANY, 60);
      await eventually("none is in Redis", async () => (await waitingIn("trade")) === 0, 60);
    });
    expect(next!.name).to.equal("admin.applyKindHold");
    expect(commands.length).to.be.at.most(MANY / 10);
  });
});
