import { expect } from "chai";
import { LeaseModel } from "#shared/kernel/mongo/leases.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction, outsideTransaction as outside } from "#shared/kernel/mongo/mongo.js";
import { startService } from "#test/support/service.js";

const rows = ["many-1", "many-2", "many-3"];
const owners = async (): Promise<string[]> =>
  (
    await LeaseModel.find({ _id: { $in: rows } })
      .sort({ _id: 1 })
      .lean()
  ).map(({ owner }) => owner);

describe("a write of many rows", () => {
  before(() => startService());
  beforeEach(async () => {
    await LeaseModel.deleteMany({ _id: { $in: rows } });
    await LeaseModel.create(rows.map((_id) => ({ _id, owner: "nobody", until: clock.now() })));
  });
  after(() => LeaseModel.deleteMany({ _id: { $in: rows } }));

  for (const [name, writeMany, left] of [
    [
      "update",
      () => LeaseModel.updateMany({ _id: { $in: rows } }, { $set: { owner: "many" } }),
      ["many", "many", "many"],
    ],
    ["delete", () => LeaseModel.deleteMany({ _id: { $in: rows } }), []],
  ] as const)
    it(`(${name}) beside a transaction that has one of them and goes on to another: both come to their end`, async () => {
      let many: PromiseLike<unknown> | undefined;
      await inTransaction(async () => {
        await LeaseModel.updateOne({ _id: rows[0]! }, { $set: { owner: "one" } });
        // Begun outside, as another request's; so that it has met the row, the transaction takes its time.
        many ??= outside(async () => writeMany());
        await new Promise((resolve) => setTimeout(resolve, 300));
        await LeaseModel.updateOne({ _id: rows[2]! }, { $set: { owner: "one" } });
      });
      await many;
      expect(await owners()).to.deep.equal(left);
    });

  it("in bulk has to be in a transaction", async () => {
    const bulk = () => LeaseModel.bulkWrite([{ deleteMany: { filter: { _id: { $in: rows } } } }]);
    expect(await bulk().catch((error: Error) => error.message)).to.match(/outside a transaction/);
    await inTransaction(bulk);
    expect(await owners()).to.deep.equal([]);
  });

  it("is all or nothing, and counts what it wrote", async () => {
    const { modifiedCount } = await LeaseModel.updateMany({ _id: { $in: rows } }, { $set: { owner: "many" } });
    expect(modifiedCount).to.equal(3);
    expect((await LeaseModel.deleteMany({ _id: { $in: rows.slice(1) } })).deletedCount).to.equal(2);
    expect(await owners()).to.deep.equal(["many"]);
  });
});
