import { expect } from "chai";
import fc from "fast-check";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { loseJobs } from "#test/support/loseJobs.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { forget, kinds, oneSteps, Played, QUEUE, type OneStep, type Step } from "./playedRows.js";

describe("a row of the outbox, whatever comes between what", () => {
  before(async () => {
    await startService();
    await runJobs();
    await queueNamed(QUEUE).pause();
  });
  after(async () => {
    heldClock.release();
    await loseJobs({ open: true });
    await queueNamed(QUEUE).resume();
  });

  it("ends once, and leaves nothing; as long as it is open somebody looks at it", async function () {
    // Most of what may go wrong has a run in it.
    const one = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...oneSteps) },
      { weight: 2, arbitrary: fc.constantFrom("take", "take", "done", "enqueue", "replace") },
    ) as fc.Arbitrary<OneStep>;
    const step: fc.Arbitrary<Step> = fc.oneof(
      { weight: 4, arbitrary: one },
      { weight: 1, arbitrary: fc.tuple(one, one) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.array(step, { minLength: 3, maxLength: 14 }),
        async (kind, steps) => {
          heldClock.hold(Date.now());
          const played = new Played(kind, 700_000_000 + (await nextId("test")));
          try {
            for (const [index, now] of (["enqueue", ...steps] as Step[]).entries()) {
              const at = `after ${JSON.stringify([kind, ...steps.slice(0, index)])}`;
              const ended = (await played.rows()).filter(({ open }) => !open);
              const expected = typeof now === "string" ? await played.expected(now) : undefined;
              await played.play(now);
              if (expected) expect(await played.found(), at).to.deep.equal(expected);
              expect(await played.faults(), at).to.deep.equal([]);
              const still = (await played.rows()).slice(0, ended.length);
              expect(still, `${at}: what had ended`).to.deep.equal(ended);
            }
            await played.settle();
            expect(await played.found(), "in the end").not.to.include("open");
            expect(await played.faults(), "in the end").to.deep.equal([]);
          } finally {
            const rows = await played.rows();
            for (const row of rows) await forget(row);
            await loseJobs({ _id: { $in: rows.map(({ _id }) => _id) } });
          }
        },
      ),
      // Not bounded by time: a run that is interrupted plays on, with its clock, beside whatever comes next.
      { numRuns: 100 },
    );
  });
});
