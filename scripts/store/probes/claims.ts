import { isLostRace, isTaken, times, type Ground, type Rows } from "../ground.js";
import { expectSame, needed, type Theme } from "../probe.js";

const RACERS = 12;

/** Inserts `_id` in its own transaction, without a retry; returns whether it succeeded. */
async function claim(ground: Ground, rows: Rows, owner: number): Promise<boolean> {
  try {
    return await ground.open(async (session) => {
      await rows.insertOne({ _id: "mobile:1", owner }, { session });
      await session.commitTransaction();
      return true;
    });
  } catch (error) {
    if (isLostRace(error) || isTaken(error)) return false;
    throw error;
  }
}

/** A value that may change is unique by a row whose `_id` it is: these are the requirements. */
export const claims: Theme = {
  theme: "claims",
  probes: [
    needed(
      "an _id that a transaction deletes is free in it at once",
      "a member cannot change a mobile number, a name cannot move to another row",
      async (ground) => {
        const rows = await ground.rows();
        await rows.insertMany([
          { _id: "mobile:1", owner: 1 },
          { _id: "mobile:2", owner: 2 },
        ]);
        await ground.transact(async (session) => {
          // The two swap their numbers.
          await rows.deleteOne({ _id: "mobile:1" }, { session });
          await rows.deleteOne({ _id: "mobile:2" }, { session });
          await rows.insertOne({ _id: "mobile:1", owner: 2 }, { session });
          await rows.insertOne({ _id: "mobile:2", owner: 1 }, { session });
        });
        expectSame("claims", await rows.find({}).sort({ _id: 1 }).toArray(), [
          { _id: "mobile:1", owner: 2 },
          { _id: "mobile:2", owner: 1 },
        ]);
      },
    ),
    needed(
      "an _id that was deleted is free for everybody, one of an aborted transaction too",
      "a mobile number that nobody has any more stays taken",
      async (ground) => {
        const rows = await ground.rows();
        await rows.insertOne({ _id: "mobile:1", owner: 1 });
        await ground.transact(async (session) => {
          await rows.deleteOne({ _id: "mobile:1", owner: 1 }, { session });
          await rows.insertOne({ _id: "mobile:2", owner: 1 }, { session });
        });
        await ground.open(async (session) => {
          await rows.insertOne({ _id: "mobile:3", owner: 1 }, { session });
          await session.abortTransaction();
        });
        const outside = ground.elsewhere(rows);
        await outside.insertMany([
          { _id: "mobile:1", owner: 2 },
          { _id: "mobile:3", owner: 2 },
        ]);
        const refused = await outside.insertOne({ _id: "mobile:2", owner: 2 }).catch((error: unknown) => error);
        expectSame("the one that is held is refused", isTaken(refused), true);
      },
    ),
    needed(
      `of ${RACERS} transactions at once on one _id one has it, the others know`,
      "two members with one mobile number",
      async (ground) => {
        const rows = await ground.rows();
        const got = await Promise.all(times(RACERS, (owner) => claim(ground, rows, owner)));
        const winners = got.flatMap((won, owner) => (won ? [{ _id: "mobile:1", owner }] : []));
        expectSame("winners", winners.length, 1);
        expectSame("the row", await rows.find({}).toArray(), winners);
      },
    ),
    needed(
      "an upsert by _id in a transaction reports exactly: upserted or matched",
      "whether a value was taken just now, or was somebody's before",
      async (ground) => {
        const rows = await ground.rows();
        await rows.insertOne({ _id: "mobile:1", owner: 1 });
        const results = await ground.transact(async (session) => {
          const upsert = async (_id: string): Promise<unknown[]> => {
            const done = await rows.updateOne({ _id }, { $setOnInsert: { owner: 2 } }, { upsert: true, session });
            return [done.upsertedCount, done.matchedCount, done.modifiedCount, done.upsertedId];
          };
          return [await upsert("mobile:1"), await upsert("mobile:2"), await upsert("mobile:2")];
        });
        expectSame("upserted, matched, modified, id", results, [
          [0, 1, 0, null],
          [1, 0, 0, "mobile:2"],
          [0, 1, 0, null],
        ]);
        expectSame(
          "owners",
          (await rows.find({}).sort({ _id: 1 }).toArray()).map((row) => row["owner"]),
          [1, 2],
        );
      },
    ),
    needed(
      "one command of upserts by _id and deletes in a transaction reports what it upserted",
      "claims of several values at once, jobs that are open already",
      async (ground) => {
        const rows = await ground.rows();
        await rows.insertMany([1, 2, 3].map((number) => ({ _id: `key:${number}`, owner: 1 })));
        const upsert = (_id: string) => ({
          updateOne: { filter: { _id }, update: { $setOnInsert: { owner: 2 } }, upsert: true },
        });
        const remove = (_id: string) => ({ deleteOne: { filter: { _id, owner: 1 } } });
        for (const ordered of [true, false]) {
          const done = await ground.transact(async (session) =>
            rows.bulkWrite([remove("key:1"), upsert("key:1"), upsert("key:2"), remove("key:3"), upsert("key:4")], {
              session,
              ordered,
            }),
          );
          const again = ordered ? { 1: "key:1", 4: "key:4" } : {};
          expectSame(ordered ? "upserted" : "upserted the second time", done.upsertedIds, again);
          expectSame("matched, deleted", [done.matchedCount, done.deletedCount], ordered ? [1, 2] : [3, 0]);
        }
        const left = await rows.find({}).sort({ _id: 1 }).toArray();
        expectSame("rows", left, [
          { _id: "key:1", owner: 2 },
          { _id: "key:2", owner: 1 },
          { _id: "key:4", owner: 2 },
        ]);
      },
    ),
  ],
};
