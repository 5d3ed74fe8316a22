import { expect } from "chai";
import mongoose from "mongoose";
import { logicalDelete } from "#scripts/migrate/steps/0007-logicalDelete.js";
import { claims } from "#scripts/migrate/steps/0009-claims.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { ensureCollectionsAndIndexes } from "#shared/kernel/mongo/migrations.js";
import { startService } from "#test/support/service.js";

describe("a database from before rows were deleted logically", () => {
  before(startService);

  const rows = (name: string) => mongoose.connection.db!.collection<{ _id: number }>(name);

  it("frees the names of deleted rows, and knows when its lives were deleted; twice is as good as once", async () => {
    await rows("operators").dropIndex("username_1");
    // As it was called and made; other tests' rows, of which two may have had one name by now, are none of its business.
    await rows("operators").createIndex(
      { username: 1 },
      { unique: true, partialFilterExpression: { username: "nobody" } },
    );
    const updatedAt = new Date("2026-01-02T03:04:05Z");
    const live = { _id: await nextId("lives"), streamName: `old-${Date.now()}`, deleted: true, updatedAt };
    await rows("lives").insertOne(live);
    for (let time = 0; time < 2; time++) {
      await logicalDelete.beforeIndexes!();
      await claims.beforeIndexes!();
      await ensureCollectionsAndIndexes();
      const [index] = (await rows("operators").indexes()).filter(({ name }) => name === "username_1");
      expect(index).not.to.have.property("unique");
      expect(await rows("lives").findOne({ _id: live._id })).to.deep.include({ deletedAt: updatedAt, deletedBy: null });
    }
    await rows("lives").deleteOne({ _id: live._id });
  });
});
