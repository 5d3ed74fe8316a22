import { expect } from "chai";
import mongoose from "mongoose";
import { orderLogEntries } from "#scripts/migrate/steps/0012-orderLogEntries.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { startService } from "#test/support/service.js";
import { examples } from "./logEntries.js";

interface Row {
  _id: number;
  content: string;
  what?: object | null;
}
const rows = (collection: string) => mongoose.connection.db!.collection<Row>(collection);
const known = Object.values(examples)
  .flat()
  .map(([entry, en]) => ({ entry, en }));

describe("histories from before entries were kept", () => {
  const collections = ["tradeOrderLogs", "afterSaleLogs"];
  const added: Row[] = [];
  before(() => startService());
  after(async () => {
    for (const collection of collections)
      await rows(collection).deleteMany({ _id: { $in: added.map(({ _id }) => _id) } });
  });

  async function add(collection: string, given: Omit<Row, "_id">[]): Promise<Row[]> {
    const fresh: Row[] = [];
    for (const row of given) fresh.push({ _id: await nextId(collection), ...row });
    added.push(...fresh);
    await rows(collection).insertMany(fresh);
    return fresh;
  }
  const read = async (collection: string, asked: Row[]): Promise<Row[]> =>
    rows(collection)
      .find({ _id: { $in: asked.map(({ _id }) => _id) } })
      .sort({ _id: 1 })
      .toArray();

  for (const collection of collections) {
    it(`of ${collection} get theirs, in more than one batch; twice is as good as once`, async function () {
      const times = Math.ceil(1_100 / known.length);
      const old = await add(
        collection,
        Array.from({ length: times }, () => known.map(({ en }) => ({ content: en }))).flat(),
      );
      for (let time = 0; time < 2; time++) {
        await orderLogEntries.up!();
        const now = await read(collection, old);
        expect(now.map(({ content }) => content)).to.deep.equal(old.map(({ content }) => content));
        for (const [index, { what }] of now.entries()) expect(what).to.deep.equal(known[index % known.length]!.entry);
      }
    });

    it(`of ${collection} keep what a step that was stopped has written, and text that fits no sentence`, async () => {
      const [done, strange] = await add(collection, [
        { content: "Agreed", what: { kind: "placed" } },
        { content: "Said by hand" },
      ]);
      for (let time = 0; time < 2; time++) {
        await orderLogEntries.up!();
        expect(await read(collection, [done!, strange!])).to.deep.equal([done, { ...strange, what: null }]);
      }
    });
  }
});
