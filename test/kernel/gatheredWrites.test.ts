import { expect } from "chai";
import { gatherInserts, gatherUpdate, noteServer, updateOf, writeInOrder } from "#shared/kernel/mongo/gathered.js";
import { nextId, nextIds } from "#shared/kernel/mongo/ids.js";
import { defineModel, inTransaction, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { commandsDuring } from "#test/support/commands.js";
import { startService } from "#test/support/service.js";

interface Shelf {
  _id: number;
  label: string;
  units: number;
  note?: string | undefined;
  createdAt: Date;
  updatedAt: Date;
}
const ShelfModel = defineModel<Shelf>("testShelves", {
  label: { type: String, required: true },
  units: { type: Number, default: 0 },
  note: String,
});
interface Slip {
  _id: number;
  shelfId: number;
}
const SlipModel = defineModel<Slip>("testSlips", { shelfId: { type: Number, required: true } });

const shelfOf = (_id: number) => ShelfModel.findById(_id).lean<Shelf>();
const WITH_BULKS = 25;
const OLDER = 21;

for (const maxWireVersion of [WITH_BULKS, OLDER])
  describe(`writes that a transaction gathers, on a server of wire version ${maxWireVersion}`, () => {
    let id: number;
    before(() => startService());
    beforeEach(async () => {
      id = await nextId("testShelves");
      await ShelfModel.create([{ _id: id, label: "first", units: 3 }]);
      noteServer({ maxWireVersion });
    });
    after(() => noteServer({ maxWireVersion: WITH_BULKS }));

    it("of several collections are there after it, with defaults and times, and none of one that fails", async () => {
      const [slipId, shelfId] = [await nextId("testSlips"), await nextId("testShelves")];
      const write = async (): Promise<void> => {
        await shelfOf(id);
        await gatherUpdate(ShelfModel, { filter: { _id: id, units: { $gte: 2 } }, update: { $inc: { units: -2 } } });
        await gatherInserts(SlipModel, [{ _id: slipId, shelfId: id }]);
        await gatherInserts(ShelfModel, [{ _id: shelfId, label: "second", note: undefined }]);
      };
      const failing = inTransaction(async () => {
        await write();
        throw new Error("no");
      });
      await failing.catch(() => undefined);
      expect([await SlipModel.findById(slipId), await shelfOf(shelfId)]).to.deep.equal([null, null]);
      await inTransaction(write);
      const [first, second] = [await shelfOf(id), await shelfOf(shelfId)];
      expect([first!.units, second!.units, await SlipModel.exists({ _id: slipId })]).to.deep.include.members([1, 0]);
      expect(second).to.have.keys("_id", "label", "units", "createdAt", "updatedAt");
      expect(first!.updatedAt.getTime()).to.be.greaterThan(first!.createdAt.getTime());
    });

    it("are seen by what it asks later, also through a look-up", async () => {
      const slipId = await nextId("testSlips");
      await inTransaction(async () => {
        await gatherInserts(SlipModel, [{ _id: slipId, shelfId: id }]);
        const from = { from: "testSlips", localField: "_id", foreignField: "shelfId", as: "slips" };
        const [shelf] = await ShelfModel.aggregate<{ slips: Slip[] }>([{ $match: { _id: id } }, { $lookup: from }]);
        expect(shelf!.slips.map(({ _id }) => _id)).to.deep.equal([slipId]);
        await gatherUpdate(SlipModel, { filter: { _id: slipId }, update: { $set: { shelfId: 0 } } });
        expect((await SlipModel.findById(slipId).lean<Slip>())!.shelfId).to.equal(0);
      });
    });

    it("make rows by upsert, once, with the time of their making", async () => {
      const _id = await nextId("testShelves");
      const add = () =>
        inTransaction(async () => {
          await shelfOf(id);
          const update = { $inc: { units: 2 }, $setOnInsert: { label: "made" } };
          await gatherUpdate(ShelfModel, { filter: { _id }, update, upsert: true });
        });
      await add();
      const { createdAt } = (await shelfOf(_id))!;
      await add();
      expect(await shelfOf(_id)).to.include({ label: "made", units: 4 });
      expect((await shelfOf(_id))!.createdAt).to.deep.equal(createdAt);
    });

    it("that match no row end it with their own error, and a duplicate with its own or as one", async () => {
      const slipId = await nextId("testSlips");
      const guarded = inTransaction(async () => {
        await gatherInserts(SlipModel, [{ _id: slipId, shelfId: id }]);
        await gatherUpdate(ShelfModel, { filter: { _id: id, units: 99 }, update: { $set: { units: 0 } } }, async () => {
          expect((await shelfOf(id))!.units, "a query in it").to.equal(3);
          return new Error("not 99");
        });
      });
      expect(await guarded.catch((error: Error) => error.message)).to.equal("not 99");
      expect(await SlipModel.exists({ _id: slipId })).to.equal(null);
      await SlipModel.create([{ _id: slipId, shelfId: id }]);
      const again = (onDuplicate?: () => Error) =>
        inTransaction(async () => {
          await shelfOf(id);
          await gatherInserts(SlipModel, [{ _id: slipId, shelfId: 0 }], onDuplicate && { onDuplicate });
        }).catch((error: unknown) => error);
      expect(isDuplicateKey(await again(), "_id")).to.equal(true);
      expect(await again(() => new Error("known"))).to.have.property("message", "known");
      // One that lost its race runs anew, and what it gathered the first time is forgotten.
      let runs = 0;
      await inTransaction(async () => {
        await shelfOf(id);
        const own = runs++ === 0 ? slipId : await nextId("testSlips");
        await gatherInserts(SlipModel, [{ _id: own, shelfId: id }], { onDuplicate: () => new LostRace("once more") });
      });
      expect(runs).to.equal(2);
    });

    it("of one row by several at once lose no count", async () => {
      const add = () =>
        inTransaction(async () => {
          const slipId = await nextId("testSlips");
          await gatherInserts(SlipModel, [{ _id: slipId, shelfId: id }]);
          await gatherUpdate(ShelfModel, { filter: { _id: id }, update: { $inc: { units: 1 } } });
        });
      await Promise.all(Array.from({ length: 8 }, add));
      expect((await shelfOf(id))!.units).to.equal(11);
      expect(await SlipModel.countDocuments({ shelfId: id })).to.equal(8);
    });

    it("are as many as they are, and outside one are written at once", async () => {
      const ids = await nextIds("testSlips", 450);
      await inTransaction(async () => {
        await shelfOf(id);
        await gatherInserts(
          SlipModel,
          ids.map((_id) => ({ _id, shelfId: id })),
        );
      });
      expect(await SlipModel.countDocuments({ shelfId: id })).to.equal(450);
      await gatherUpdate(ShelfModel, { filter: { _id: id }, update: { $set: { units: 7 } } });
      expect((await shelfOf(id))!.units).to.equal(7);
    });

    it("may do without one: in their order, up to the one that fails", async () => {
      const slipId = await nextId("testSlips");
      const made = { filter: { _id: slipId }, update: { $setOnInsert: { shelfId: id } }, upsert: true };
      const counted = { filter: { _id: id }, update: { $inc: { units: 1 } } };
      const write = () => writeInOrder([updateOf(SlipModel, made), updateOf(ShelfModel, counted)]);
      await write();
      await write();
      expect([await SlipModel.countDocuments({ shelfId: id }), (await shelfOf(id))!.units]).to.deep.equal([1, 5]);
      const none = { filter: { _id: -1 }, update: { $set: { units: 1 } } };
      const failing = writeInOrder([
        updateOf(ShelfModel, counted),
        updateOf(ShelfModel, { filter: { _id: id }, update: { $inc: { label: 1 } } }),
        updateOf(ShelfModel, counted),
      ]);
      expect(
        await failing.then(
          () => "written",
          () => "refused",
        ),
      ).to.equal("refused");
      expect((await shelfOf(id))!.units).to.equal(6);
      const unmatched = writeInOrder([updateOf(ShelfModel, none, () => new Error("no such shelf"))]);
      expect(await unmatched.catch((error: Error) => error.message)).to.equal("no such shelf");
    });

    it("are refused where the row does not fit its schema", async () => {
      const wrong = gatherInserts(ShelfModel, [{ _id: id + 1_000_000 } as Shelf]).catch(
        (error: Error) => error.message,
      );
      expect(await wrong).to.match(/label/);
    });
  });

describe("a transaction that writes to several collections", () => {
  before(() => startService());

  it("sends its writes as one command", async () => {
    const id = await nextId("testShelves");
    const commands = await commandsDuring(() =>
      inTransaction(async () => {
        await ShelfModel.create([{ _id: id, label: "first" }]);
        await gatherInserts(SlipModel, [{ _id: await nextId("testSlips"), shelfId: id }]);
        await gatherInserts(SlipModel, [{ _id: await nextId("testSlips"), shelfId: id }]);
        await gatherUpdate(SlipModel, { filter: { shelfId: -1 }, update: { $set: { shelfId: 0 } } });
      }),
    );
    expect(commands.filter((one) => !/counters/.test(one))).to.deep.equal([
      "insert testShelves",
      "bulkWrite",
      "commitTransaction",
    ]);
  });
});
