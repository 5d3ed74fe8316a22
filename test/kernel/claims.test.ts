import { expect } from "chai";
import fc from "fast-check";
import mongoose from "mongoose";
import { claims as migration } from "#scripts/migrate/steps/0009-claims.js";
import { ClaimModel, claimsOfCollections, claimsOfRow } from "#shared/kernel/mongo/claims.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically, restoreRow } from "#shared/kernel/mongo/logicalDelete.js";
import { defineModel, inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { startService } from "#test/support/service.js";

interface Plate {
  _id: number;
  name?: string | null;
  room: number;
  seat: number;
  open: boolean;
  deletedAt?: Date | null;
}
const PlateModel = defineModel<Plate>(
  "testPlates",
  { name: String, room: Number, seat: Number, open: Boolean },
  { logicalDelete: true, claims: [{ fields: ["name"] }, { fields: ["room", "seat"], where: { open: true } }] },
);

const of = (_id: number, rest: Partial<Plate> = {}) => ({ _id, room: _id, seat: 1, open: false, ...rest });
const claimed = async (): Promise<Record<string, unknown>> =>
  Object.fromEntries((await ClaimModel.find({ _id: /^testPlates\./ }).lean()).map(({ _id, by }) => [_id, by]));
const set = (_id: number, $set: Partial<Plate>) => inTransaction(async () => PlateModel.updateOne({ _id }, { $set }));
const refusalOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("values that one row at most may have, and that change", () => {
  let first: number;
  let second: number;
  before(startService);
  beforeEach(async () => {
    await PlateModel.collection.deleteMany({});
    await ClaimModel.deleteMany({ _id: /^testPlates\./ });
    first = await nextId("testPlates");
    second = await nextId("testPlates");
    await PlateModel.create([of(first, { name: "one" })]);
  });

  it("are refused to a second row, as a unique index does, with the field; nothing of it is written", async () => {
    const refusal = await refusalOf(PlateModel.create([of(second, { name: "one", open: true })]));
    expect(isDuplicateKey(refusal, "name")).to.equal(true);
    expect(isDuplicateKey(refusal)).to.equal(true);
    expect(isDuplicateKey(refusal, "seat")).to.equal(false);
    expect(await PlateModel.countDocuments({ _id: second })).to.equal(0);
    expect(await claimed()).to.deep.equal({ "testPlates.name:one": first });
  });

  it("are free once they were changed, taken away, deleted logically or removed; in the same transaction too", async () => {
    await set(first, { name: "two" });
    await PlateModel.create([of(second, { name: "one" })]);
    expect(isDuplicateKey(await refusalOf(set(second, { name: "two" })), "name")).to.equal(true);
    await inTransaction(async () => {
      await PlateModel.updateOne({ _id: first }, { $unset: { name: 1 } });
      await PlateModel.updateOne({ _id: second }, { $set: { name: "two" } });
    });
    await set(first, { name: "one" });
    expect(await claimed()).to.deep.equal({ "testPlates.name:one": first, "testPlates.name:two": second });
    await inTransaction(() => deleteLogically(PlateModel, { _id: first }));
    await set(second, { name: "one" });
    const back = inTransaction(() => restoreRow(PlateModel, { _id: first }));
    expect(isDuplicateKey(await refusalOf(back), "name")).to.equal(true);
    await inTransaction(async () => PlateModel.deleteOne({ _id: second }));
    expect(await inTransaction(() => restoreRow(PlateModel, { _id: first }))).to.equal(true);
    expect(await claimed()).to.deep.equal({ "testPlates.name:one": first });
  });

  it("hold for fields together, and for rows of a state alone", async () => {
    const place = { room: 7, seat: 3 };
    await PlateModel.create([of(second, { ...place, open: true })]);
    await set(first, place);
    expect(isDuplicateKey(await refusalOf(set(first, { open: true })), "seat")).to.equal(true);
    await set(second, { seat: 4 });
    await set(first, { open: true });
    expect(await claimed()).to.include({ "testPlates.room+seat:7:3": first, "testPlates.room+seat:7:4": second });
    await inTransaction(async () => PlateModel.updateMany({ room: 7 }, { $set: { open: false } }));
    expect(Object.keys(await claimed())).to.deep.equal(["testPlates.name:one"]);
  });

  it("are taken by one of twenty at once", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => nextId("testPlates")));
    const ends = await Promise.all(ids.map((_id) => refusalOf(PlateModel.create([of(_id, { name: "many" })]))));
    expect(ends.filter((end) => end === undefined)).to.have.length(1);
    for (const end of ends) if (end) expect(isDuplicateKey(end, "name"), String(end)).to.equal(true);
    expect(await PlateModel.countDocuments({ name: "many" })).to.equal(1);
  });

  it("stay as they were when the transaction aborts, and when a guarded write meets no row", async () => {
    const before = await claimed();
    await refusalOf(
      inTransaction(async () => {
        await PlateModel.updateOne({ _id: first }, { $set: { name: "two" } });
        throw new Error("no");
      }),
    );
    await inTransaction(async () => PlateModel.updateOne({ _id: first, room: -1 }, { $set: { name: "two" } }));
    expect(await claimed()).to.deep.equal(before);
  });

  it("change in no other way: outside a transaction, in bulk, by a pipeline, by replacing or counting", async () => {
    const wrong: (() => PromiseLike<unknown>)[] = [
      () => PlateModel.updateOne({ _id: first }, { $set: { name: "x" } }),
      () => PlateModel.deleteOne({ _id: first }),
      () => PlateModel.bulkWrite([{ updateOne: { filter: { _id: first }, update: { $set: { name: "x" } } } }]),
      () => inTransaction(async () => PlateModel.updateOne({ _id: first }, [{ $set: { name: "x" } }])),
      () => inTransaction(async () => PlateModel.replaceOne({ _id: first }, of(first))),
      () => inTransaction(async () => PlateModel.updateOne({ _id: first }, { $inc: { seat: 1 } })),
      () => inTransaction(async () => PlateModel.updateOne({ room: { $gt: 0 } }, { $set: { name: "x" } })),
    ];
    await PlateModel.create([of(second)]);
    for (const write of wrong) expect(await refusalOf(Promise.resolve(write()))).to.be.instanceOf(Error);
    expect(await PlateModel.findById(first).lean()).to.include({ name: "one", seat: 1 });
    // What is claimed stays: nothing is asked of the write.
    expect((await PlateModel.updateOne({ _id: first }, { $set: { updatedAt: new Date() } })).matchedCount).to.equal(1);
  });

  it("whatever is done in whatever order, the claims are those of the rows that are alive", async function () {
    const step = fc.record({
      act: fc.constantFrom("create", "name", "unname", "open", "close", "delete", "restore", "remove" as const),
      row: fc.integer({ min: 0, max: 3 }),
      name: fc.constantFrom("a", "b", "c"),
      seat: fc.integer({ min: 1, max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await PlateModel.collection.deleteMany({});
        await ClaimModel.deleteMany({ _id: /^testPlates\./ });
        for (const { act, row: _id, name, seat } of steps) {
          const update = (change: object) => inTransaction(async () => PlateModel.updateOne({ _id }, change));
          const refusal = await refusalOf(
            {
              create: () => PlateModel.create([{ _id, room: 1, seat, open: true, name }]),
              name: () => update({ $set: { name } }),
              unname: () => update({ $unset: { name: 1 } }),
              open: () => update({ $set: { open: true, seat } }),
              close: () => update({ $set: { open: false } }),
              delete: () => inTransaction(() => deleteLogically(PlateModel, { _id })),
              restore: () => inTransaction(() => restoreRow(PlateModel, { _id })),
              remove: () => inTransaction(async () => PlateModel.deleteOne({ _id })),
            }[act](),
          );
          if (refusal) expect(isDuplicateKey(refusal), String(refusal)).to.equal(true);
          const rows = await PlateModel.collection.find({}).toArray();
          const expected = rows.flatMap((row) => claimsOfRow("testPlates", row as never));
          expect(await claimed()).to.deep.equal(Object.fromEntries(expected.map((claim) => [claim._id, claim.by])));
          expect(new Set(expected.map((claim) => claim._id)).size).to.equal(expected.length);
        }
      }),
      { numRuns: 15 },
    );
  });

  it("an upsert names its row by _id", async () => {
    const upsert = PlateModel.updateOne({ room: 99 }, { $set: { seat: 2 } }, { upsert: true });
    expect(await refusalOf(Promise.resolve(upsert))).to.be.instanceOf(Error);
    expect(await PlateModel.countDocuments({ room: 99 })).to.equal(0);
  });

  it("a database from before has what it holds claimed, and its unique indexes taken away; twice is as good as once", async () => {
    const plates = mongoose.connection.db!.collection<Plate>("testPlates");
    await ClaimModel.deleteMany({ _id: /^testPlates\./ });
    await plates.insertMany([
      of(second, { name: "two", open: true }),
      of(second + 1_000_000, { name: "gone", deletedAt: new Date() }),
      of(second + 2_000_000, { name: null }),
    ]);
    await plates.createIndex({ name: 1, deletedAt: 1 }, { unique: true, partialFilterExpression: { room: -1 } });
    for (let time = 0; time < 2; time++) {
      await migration.beforeIndexes!();
      expect((await plates.indexes()).filter(({ unique }) => unique)).to.deep.equal([]);
      expect(await claimed()).to.deep.equal({
        "testPlates.name:one": first,
        "testPlates.name:two": second,
        [`testPlates.room+seat:${second}:1`]: second,
      });
    }
    expect([...claimsOfCollections.keys()]).to.include.members(["members", "outbox", "operators", "payAttempts"]);
  });
});
