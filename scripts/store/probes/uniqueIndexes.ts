import { isTaken, times, wentIn, type Ground, type Index, type Row } from "../ground.js";
import { expectSame, needed, type Probe, type Theme } from "../probe.js";

/** The kinds of unique indexes that the shop has. */
export interface UniqueKind {
  kind: string;
  index: Index;
  /** The other fields that put a row into the index. */
  beside: Record<string, unknown>;
  /** Rows of the same value that the index omits, or considers different. */
  apart: Record<string, unknown>[];
}
export const uniqueKinds: readonly UniqueKind[] = [
  { kind: "plain", index: { key: { no: 1 }, unique: true }, beside: {}, apart: [{ no: "B" }] },
  {
    kind: "sparse",
    index: { key: { no: 1 }, unique: true, sparse: true },
    beside: {},
    apart: [{ no: undefined }, { no: undefined }],
  },
  {
    kind: "partial",
    index: { key: { no: 1 }, unique: true, partialFilterExpression: { open: true } },
    beside: { open: true },
    apart: [{ open: false }, { open: false }, { open: undefined }],
  },
  {
    kind: "partial by type",
    index: { key: { no: 1 }, unique: true, partialFilterExpression: { no: { $type: "string" } } },
    beside: {},
    apart: [{ no: null }, { no: null }, { no: undefined }],
  },
  {
    kind: "compound",
    index: { key: { memberId: 1, no: 1 }, unique: true },
    beside: { memberId: 1 },
    apart: [{ memberId: 2 }],
  },
  {
    kind: "among rows that are alive",
    index: { key: { no: 1, deletedAt: 1 }, unique: true },
    beside: {},
    apart: [{ deletedAt: new Date(1) }, { deletedAt: new Date(2) }],
  },
];

/** A field of undefined is omitted. */
export const rowOf = (_id: number, ...parts: Record<string, unknown>[]): Row => {
  const fields = Object.entries(Object.assign({}, ...parts)).filter(([, value]) => value !== undefined);
  return { _id, ...Object.fromEntries(fields) };
};

async function holds(ground: Ground, { index, beside, apart }: UniqueKind): Promise<void> {
  const rows = await ground.rows(index);
  const value = { no: "A", ...beside };
  await rows.insertOne(rowOf(1, value));
  await rows.insertMany(apart.map((fields, at) => rowOf(10 + at, value, fields)));
  const error = await rows.insertOne(rowOf(2, value)).catch((thrown: unknown) => thrown);
  expectSame("a second one is refused as taken", isTaken(error), true);
  const { keyPattern, message } = error as Error & { keyPattern?: object };
  expectSame("its field is named", keyPattern ? "no" in keyPattern : message.includes("no"), true);
  await rows.insertOne(rowOf(3, value, { no: "C" }));
  const update = await wentIn(() => rows.updateOne({ _id: 3 }, { $set: { no: "A" } }));
  expectSame("an update to a taken value went in", update, false);
  // The row that has the value may be written unchanged.
  await rows.updateOne({ _id: 1 }, { $set: { no: "A", note: "again" } });

  await rows.deleteOne({ _id: 1 });
  await rows.insertOne(rowOf(2, value));
  await ground.transact(async (session) => {
    await rows.deleteOne({ _id: 2 }, { session });
    await rows.insertOne(rowOf(4, value), { session });
  });
  expectSame("rows", await rows.countDocuments(), apart.length + 2);
}

const ofKind = (kind: UniqueKind): Probe =>
  needed(
    `${kind.kind}: a second one is refused, a deleted one is free again`,
    "numbers, keys and names of which there may be one: orders, refunds, coupons, jobs",
    (ground) => holds(ground, kind),
  );

export const uniqueIndexes: Theme = {
  theme: "unique",
  probes: [
    ...uniqueKinds.map(ofKind),
    needed("of a list: no element is in two rows", "a reported visit counts twice", async (ground) => {
      const rows = await ground.rows({ key: { eventIds: 1 }, unique: true, sparse: true });
      await rows.insertMany([{ _id: 1, eventIds: ["a", "b"] }, { _id: 2 }, { _id: 3 }]);
      const went = await wentIn(() => rows.insertOne({ _id: 4, eventIds: ["c", "b"] }));
      expectSame("an element that is taken went in", went, false);
      await rows.insertOne({ _id: 5, eventIds: ["c"] });
    }),
    needed(
      "_id: a taken one is refused, a deleted one is free again",
      "leases, locks and counters, which are rows with a name",
      async (ground) => {
        const rows = await ground.rows();
        await rows.insertOne({ _id: "lease" });
        expectSame("a second one went in", await wentIn(() => rows.insertOne({ _id: "lease" })), false);
        await rows.deleteOne({ _id: "lease" });
        expectSame("it went in after the delete", await wentIn(() => rows.insertOne({ _id: "lease" })), true);
      },
    ),
    needed("of 16 inserts of one value at once one goes in", "a double tap makes two orders", async (ground) => {
      const rows = await ground.rows({ key: { no: 1 }, unique: true });
      const went = await Promise.all(times(16, (_id) => wentIn(() => rows.insertOne({ _id, no: "A" }))));
      const winners = went.flatMap((won, _id) => (won ? [{ _id, no: "A" }] : []));
      expectSame("winners", winners.length, 1);
      expectSame("rows", await rows.find({}).toArray(), winners);
    }),
    needed(
      "many inserts in one command: the taken ones are named, the others are in",
      "imports and batches of numbers would stop at the first that is known",
      async (ground) => {
        const rows = await ground.rows({ key: { no: 1 }, unique: true });
        await rows.insertOne({ _id: 1, no: "A" });
        const numbers = ["B", "A", "C"].map((no, at) => ({ _id: 2 + at, no }));
        const error = await rows.insertMany(numbers, { ordered: false }).catch((thrown: unknown) => thrown);
        const { writeErrors } = error as { writeErrors?: { index: number; code: number }[] };
        const refused = writeErrors?.map(({ index, code }) => [index, code]);
        expectSame("refused, by place and code", refused, [[1, 11000]]);
        expectSame("numbers", (await rows.distinct("no")).sort(), ["A", "B", "C"]);
      },
    ),
  ],
};
