import { times, type Row, type Rows } from "../ground.js";
import { expectSame, needed, Unsure, desirable, type Theme } from "../probe.js";

/** Stages of a plan, from the outermost in. */
function stagesOf(plan: unknown): string[] {
  if (typeof plan !== "object" || plan === null) return [];
  const own = "stage" in plan && typeof plan.stage === "string" ? [plan.stage] : [];
  return [...own, ...Object.values(plan).flatMap(stagesOf)];
}

async function expectLookedUp(rows: Rows, condition: object): Promise<void> {
  const stages = stagesOf(await rows.find(condition).explain("queryPlanner"));
  if (stages.length === 0) throw new Unsure("explain reports no stages");
  if (stages.includes("COLLSCAN") || !stages.some((stage) => /IXSCAN|EXPRESS|IDHACK/.test(stage)))
    throw new Unsure(`the plan is ${stages.join(" < ")}`);
}

export const reading: Theme = {
  theme: "reading",
  probes: [
    needed(
      "what was acknowledged is seen by every connection, at each level",
      "a client is notified of an order and the next process does not find it",
      async (ground) => {
        const rows = await ground.rows();
        const outside = ground.elsewhere(rows);
        const missed: string[] = [];
        for (const _id of times(12, (index) => index)) {
          await rows.insertOne({ _id, value: 0 }, { writeConcern: { w: "majority" } });
          await rows.updateOne({ _id }, { $inc: { value: 1 } }, { writeConcern: { w: "majority" } });
          for (const level of ["local", "majority", "snapshot"] as const) {
            const row = await outside.findOne({ _id }, { readConcern: { level } });
            if (row?.["value"] !== 1) missed.push(`${_id} at ${level}`);
          }
        }
        expectSame("missed", missed, []);
      },
    ),
    needed(
      "pages by a compound sort have each row once, in order",
      "lists of members and operators",
      async (ground) => {
        const rows = await ground.rows({ key: { memberId: 1, createdAt: -1, _id: -1 } });
        // Many rows of the same time: the last field of the sort decides.
        const made: Row[] = times(60, (_id) => ({ _id, memberId: _id % 2, createdAt: new Date(Math.floor(_id / 10)) }));
        await rows.insertMany(made);
        const pages: number[] = [];
        for (let page = 0; page < 4; page++) {
          const found = rows.find({ memberId: 1 }, { projection: { _id: 1, memberId: 1 } });
          const list = await found
            .sort({ createdAt: -1, _id: -1 })
            .skip(page * 9)
            .limit(9)
            .toArray();
          expectSame("fields", Object.keys(list[0] ?? {}).sort(), ["_id", "memberId"]);
          pages.push(...list.map(({ _id }) => Number(_id)));
        }
        expectSame(
          "ids",
          pages,
          times(30, (index) => 59 - index * 2),
        );
        expectSame("counted to a limit", await rows.countDocuments({ memberId: 1 }, { limit: 20 }), 20);
        expectSame("distinct", (await rows.distinct("memberId", { _id: { $gt: 3 } })).sort(), [0, 1]);
      },
    ),
    needed("a hint has the rows of the index, in its order", "jobs that are due are not found", async (ground) => {
      const rows = await ground.rows({ key: { dueAt: 1 }, sparse: true });
      await rows.insertMany(times(30, (_id) => (_id % 3 === 0 ? { _id } : { _id, dueAt: 100 - _id, share: _id % 2 })));
      const due = { dueAt: { $lte: 90 }, share: { $in: [1, null] } };
      const found = await rows.find(due, { sort: { dueAt: 1 }, limit: 4, hint: { dueAt: 1 } }).toArray();
      expectSame(
        "ids",
        found.map(({ _id }) => _id),
        [29, 25, 23, 19],
      );
    }),
    needed("an index can be made of what is there, looked up, dropped", "migrations", async (ground) => {
      const rows = await ground.rows();
      await rows.insertMany(times(5, (_id) => ({ _id, no: `n${_id % 4}` })));
      const refused = await rows.createIndex({ no: 1 }, { unique: true }).then(
        () => false,
        () => true,
      );
      expectSame("a unique one of doubled values is refused", refused, true);
      await rows.deleteOne({ _id: 4 });
      await rows.createIndex({ no: 1 }, { unique: true, sparse: true });
      await rows.createIndex({ no: 1 }, { unique: true, sparse: true });
      const indexes = await rows.indexes();
      expectSame("names", indexes.map(({ name }) => name).sort(), ["_id_", "no_1"]);
      const no = indexes.find(({ name }) => name === "no_1");
      expectSame("what it is", [no?.key, no?.unique, no?.sparse], [{ no: 1 }, true, true]);
      await rows.dropIndex("no_1");
      await rows.insertOne({ _id: 6, no: "n1" });
    }),
    ...(["whole", "sparse", "compound"] as const).map((kind) =>
      desirable(
        `an equality is looked up in a ${kind} index, not in every row`,
        "look-ups by number get slower with every order",
        async (ground) => {
          const key = kind === "compound" ? { no: 1, _id: 1 } : { no: 1 };
          const rows = await ground.rows({ key, ...(kind === "sparse" ? { unique: true, sparse: true } : {}) });
          await rows.insertMany(times(50, (_id) => ({ _id, no: `n${_id}` })));
          await expectLookedUp(rows, { no: "n7" });
        },
      ),
    ),
    ...(["_id", "an index"] as const).map((by) =>
      desirable(
        `a row is looked up by ${by} when the condition says more of it`,
        "each guarded write reads its whole collection: fine for thousands of rows, slow for a hundred thousand",
        async (ground) => {
          const rows = await ground.rows({ key: { no: 1 } });
          await rows.insertMany(times(50, (_id) => ({ _id, no: `n${_id}`, status: 0 })));
          await expectLookedUp(rows, by === "_id" ? { _id: 7, status: 0 } : { no: "n7", status: 0 });
        },
      ),
    ),
  ],
};
