import { expect } from "chai";
import mongoose from "mongoose";
import "#api/routes.js";
import "#workers/processors.js";
import { ensureCollectionsAndIndexes } from "#shared/kernel/mongo/migrations.js";
import { startService } from "#test/support/service.js";

describe("release 3.2.1: no database structure change", function () {
  before(startService);

  it("collections and indexes that are there are left as they are, by a second migration too", async () => {
    const structure = async (): Promise<Record<string, unknown>> => {
      const db = mongoose.connection.db!;
      const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
      const indexes: Record<string, unknown> = {};
      for (const name of names) indexes[name] = await db.collection(name).indexes();
      return indexes;
    };
    await ensureCollectionsAndIndexes();
    const before = await structure();
    expect(Object.keys(before).length).to.be.greaterThan(60);
    await ensureCollectionsAndIndexes();
    expect(await structure()).to.deep.equal(before);
  });
});
