import mongoose from "mongoose";
import { isTaken, times, wentIn, type Rows } from "../ground.js";
import { expectSame, needed, Otherwise, type Probe, type Theme } from "../probe.js";

const { MongoBulkWriteError } = mongoose.mongo;
const WRITERS = 8;
const ROUNDS = 5;
const KEYS = 20;
const AT_ONCE = 8;

type Write = mongoose.mongo.AnyBulkWriteOperation<mongoose.mongo.Document & { _id: number | string }>;

/** Many writers upsert overlapping batches; counts the reported upserts, and collects other errors. */
async function load(rows: Rows, writeOf: (key: number, fresh: number) => Write) {
  let fresh = 1_000;
  let upserted = 0;
  const faults = new Map<string, number>();
  await Promise.all(
    times(WRITERS, async (writer) => {
      for (let round = 0; round < ROUNDS; round++) {
        const batch = times(AT_ONCE, (at) => writeOf((writer + round * 3 + at) % KEYS, ++fresh));
        try {
          const done = await rows.bulkWrite(batch, { ordered: false });
          upserted += done.upsertedCount;
        } catch (error) {
          // When two insert the same row, one may get a duplicate key error.
          if (error instanceof MongoBulkWriteError) upserted += error.result.upsertedCount;
          const what = (error as Error).message.slice(0, 160);
          if (!isTaken(error)) faults.set(what, (faults.get(what) ?? 0) + 1);
        }
      }
    }),
  );
  return { upserted, faults };
}

/** An upsert by a unique field that assigns the id on insert. */
const idOnInsert = (how: string, upsert: (rows: Rows, _id: number) => Promise<unknown>): Probe => ({
  name: `${how} that names the _id of a new row leaves an existing one alone`,
  severity: "avoided",
  wouldBreak: "opening a pay order a second time, enqueuing a job that is open",
  harmless: "upserts name the _id in their filter; where another field decides, a row is claimed first",
  run: async (ground) => {
    const rows = await ground.rows({ key: { key: 1 }, unique: true });
    await rows.insertOne({ _id: 1, key: "k" });
    await upsert(rows, 2);
    expectSame("rows", await rows.find({}).toArray(), [{ _id: 1, key: "k" }]);
  },
});

export const upserts: Theme = {
  theme: "upserts",
  probes: [
    needed(
      "of 16 upserts of one _id at once one makes the row, the others count on top",
      "counters that begin: ids of a new collection, visits, sign-in failures",
      async (ground) => {
        const rows = await ground.rows();
        let made = 0;
        const went = await Promise.all(
          times(16, () =>
            wentIn(async () => {
              const done = await rows.updateOne({ _id: "counter" }, { $inc: { value: 1 } }, { upsert: true });
              made += done.upsertedCount;
            }),
          ),
        );
        expectSame("reported as created", made, 1);
        const value = went.filter(Boolean).length;
        expectSame("rows, by what was acknowledged", await rows.find({}).toArray(), [{ _id: "counter", value }]);
      },
    ),
    needed(
      "bulk upserts by _id under load make each row once",
      "statistics of the day, seen lines of statements, visitors",
      async (ground) => {
        const rows = await ground.rows();
        const { upserted, faults } = await load(rows, (_id) => ({
          updateOne: { filter: { _id }, update: { $setOnInsert: { day: "today" }, $inc: { count: 1 } }, upsert: true },
        }));
        expectSame("faults", [...faults], []);
        expectSame("rows, reported as created", [await rows.countDocuments(), upserted], [KEYS, KEYS]);
      },
    ),
    needed(
      "an upsert by _id whose guard fails is refused as taken",
      "leases: two crons, two migrations at once",
      async (ground) => {
        const rows = await ground.rows();
        const take = (owner: string, now: number): Promise<boolean> =>
          wentIn(() =>
            rows.updateOne(
              { _id: "lease", $or: [{ owner }, { until: { $lt: now } }] },
              { $set: { owner, until: now + 10 } },
              { upsert: true },
            ),
          );
        const seen = [await take("a", 1), await take("b", 2), await take("a", 3), await take("b", 20)];
        expectSame("taken", seen, [true, false, true, true]);
        const racing = await Promise.all(times(8, (index) => take(`racer ${index}`, 40)));
        expectSame("winners of a race for a lease that ended", racing.filter(Boolean).length, 1);
      },
    ),
    idOnInsert("an upsert", (rows, _id) =>
      rows.updateOne({ key: "k" }, { $setOnInsert: { _id, value: 1 } }, { upsert: true }),
    ),
    idOnInsert("a bulk upsert", (rows, _id) =>
      rows.bulkWrite([
        { updateOne: { filter: { key: "k" }, update: { $setOnInsert: { _id, value: 1 } }, upsert: true } },
      ]),
    ),
    {
      name: "bulk upserts that name the _id of new rows go through under load",
      severity: "avoided",
      wouldBreak: "jobs enqueued in batches: those whose key is open already fail the rest",
      harmless: "upserts name the _id in their filter; where another field decides, a row is claimed first",
      run: async (ground) => {
        const rows = await ground.rows({ key: { key: 1 }, unique: true });
        const { upserted, faults } = await load(rows, (key, _id) => ({
          updateOne: { filter: { key: `k${key}` }, update: { $setOnInsert: { _id, value: 1 } }, upsert: true },
        }));
        const failed = [...faults.values()].reduce((sum, each) => sum + each, 0);
        if (failed > 0)
          throw new Otherwise(`${failed} of ${WRITERS * ROUNDS} commands failed: ${[...faults.keys()].join("; ")}`);
        expectSame("rows, reported as created", [await rows.countDocuments(), upserted], [KEYS, KEYS]);
      },
    },
  ],
};
