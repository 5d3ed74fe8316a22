import { expect } from "chai";
import { steps } from "#scripts/migrate/steps/index.js";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import mongoose, { type Connection } from "mongoose";
import "#api/routes.js";
import type { CategoryDoc, SkuDoc, SpuDoc } from "#shared/domains/catalog/index.js";
import { models } from "#shared/kernel/mongo/mongo.js";
import "#workers/processors.js";
import { fromSources } from "#test/support/fromSources.js";
import { call } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

/** A database of its own: the commands are run as processes, as an operator runs them. */
const uri = new URL(process.env["MONGODB_URI"] ?? "");
uri.pathname = `${uri.pathname}-seed`;

interface Outcome {
  code: number;
  lines: { msg: string; [field: string]: unknown }[];
}

async function run(script: string, args: string[] = [], env: Record<string, string> = {}): Promise<Outcome> {
  const { execPath } = process;
  const node = [...fromSources(`scripts/${script}/index.ts`), ...args];
  const options = { env: { ...process.env, MONGODB_URI: uri.href, LOG_LEVEL: "info", ...env }, timeout: 90_000 };
  const { code, stdout } = await promisify(execFile)(execPath, node, options).then(
    (done) => ({ code: 0, stdout: done.stdout }),
    (failed: { code?: number; stdout?: string }) => ({ code: failed.code ?? -1, stdout: failed.stdout ?? "" }),
  );
  const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
  return { code, lines: lines.map((line) => JSON.parse(line) as Outcome["lines"][number]) };
}

describe("npm run migrate and npm run seed", function () {
  let db: Connection;
  const rows = <T>(collection: string): Promise<T[]> => db.collection(collection).find().toArray() as Promise<T[]>;

  before(async () => {
    await startService();
    db = await mongoose.createConnection(uri.href).asPromise();
  });
  after(async () => {
    await db.dropDatabase();
    await db.close();
  });

  it("migrating makes the collection of every model, and again changes nothing", async () => {
    const first = await run("migrate");
    expect(first.code).to.equal(0);
    expect(first.lines.at(-1)).to.deep.include({ msg: "migrated", ran: steps.map(({ name }) => name) });
    const made = new Set((await db.listCollections()).map(({ name }) => name));
    // What tests declare for themselves is no part of the schema.
    const ours = [...models.keys()].filter((name) => !/test|probe/i.test(name));
    expect(ours.filter((name) => !made.has(name))).to.deep.equal([]);
    expect((await run("migrate")).lines.at(-1)).to.deep.include({ msg: "migrated", ran: [] });
  });

  it("a database of an earlier version is brought into the form that its new indexes need", async () => {
    const table = (name: string) => db.collection<Record<string, unknown> & { _id: number }>(name);
    const partial = { unique: true, partialFilterExpression: { open: true } };
    await table("migrations").deleteMany({ _id: { $gt: 2 } });
    await table("tradeOrders").insertOne({ _id: 1, no: "o1" });
    await table("tradeOrderItems").insertOne({ _id: 1, givePoint: 7 });
    await table("payAttempts").dropIndex("fingerprint_1");
    await table("payAttempts").createIndex({ fingerprint: 1 }, partial);
    await table("payAttempts").insertMany([
      { _id: 1, no: "P1", open: false, fingerprint: "same" },
      { _id: 2, no: "P2", open: true, fingerprint: "same" },
    ]);
    await table("outbox").insertMany([
      { _id: 1, key: "a", open: false },
      { _id: 2, key: "a", open: true },
      { _id: 3, key: null, open: true },
    ]);
    await table("members").insertMany([
      { _id: 1, mobile: null },
      { _id: 2, mobile: "13800000000" },
    ]);
    expect((await run("migrate")).code).to.equal(0);
    expect((await table("payAttempts").find().toArray()).map((row) => row["fingerprint"])).to.deep.equal([
      "over-1",
      "same",
    ]);
    expect((await table("outbox").find().toArray()).map((row) => row["openKey"])).to.deep.equal([
      undefined,
      "a",
      undefined,
    ]);
    expect(await table("tradeOrders").findOne({ _id: 1 })).to.deep.include({ givePoint: 0, giveCoupons: [] });
    expect(await table("tradeOrderItems").findOne({ _id: 1 })).to.deep.include({ givePoint: 7 });
    expect(await table("members").findOne({ _id: 1 })).not.to.have.property("mobile");
    const index = (await table("payAttempts").indexes()).find(({ name }) => name === "fingerprint_1");
    expect([index?.["unique"], index?.["partialFilterExpression"]]).to.deep.equal([undefined, undefined]);
    expect(await table("claims").find().sort({ _id: 1 }).toArray()).to.deep.equal([
      { _id: "members.mobile:13800000000", by: 2 },
      { _id: "outbox.openKey:a", by: 2 },
      { _id: "payAttempts.fingerprint:same", by: 2 },
    ]);
    for (const name of ["claims", "payAttempts", "outbox", "members", "tradeOrders", "tradeOrderItems"])
      await table(name).deleteMany({});
  });

  it("the set-up alone makes no products", async () => {
    expect((await run("setup")).code).to.equal(0);
    expect(await rows("spus")).to.deep.equal([]);
    expect(await rows("operators")).to.have.length(1);
    expect(await rows("payApps")).to.have.length(2);
  });

  it("an empty shop gets the whole demo", async () => {
    const { code, lines } = await run("seed", ["--if-empty"]);
    expect(lines.at(-1)?.msg, JSON.stringify(lines.at(-1))).to.equal("demo shop seeded");
    expect(code).to.equal(0);
    const spus = await rows<SpuDoc>("spus");
    const skus = await rows<SkuDoc>("skus");
    const categories = await rows<CategoryDoc>("productCategories");
    expect(spus.length).to.be.at.least(60);
    const some = (rule: (spu: SpuDoc) => boolean) => expect(spus.some(rule)).to.equal(true);
    some((spu) => spu.isHot);
    some((spu) => spu.isNewArrival);
    some((spu) => spu.isVirtual);
    some((spu) => spu.needPrescription);
    some((spu) => spu.specType);
    some((spu) => !spu.specType);
    some((spu) => spu.status === 0);
    some((spu) => spu.stock <= 5);
    some((spu) => spu.keywordTerms.includes("龙井"));
    for (const spu of spus) {
      const own = skus.filter((sku) => sku.spuId === spu._id);
      expect(
        own.reduce((sum, sku) => sum + sku.stock, 0),
        spu.name,
      ).to.equal(spu.stock);
      expect(Math.min(...own.map((sku) => sku.priceFen)), spu.name).to.equal(spu.priceFen);
      expect(categories.find((category) => category._id === spu.categoryId)?.parentId, spu.name).to.be.above(0);
      expect(spu.marketPriceFen).to.be.at.least(spu.priceFen);
    }
    expect(await rows("addresses")).to.have.length(1);
    // The one to sign in as, and those who sit in the chat of the live that runs.
    const mobiles = (await rows<{ mobile: string }>("members")).map((member) => member.mobile).toSorted();
    expect(mobiles).to.deep.equal(["13800000001", "13800000011", "13800000012", "13800000013"]);
  });

  it("its pictures are there to be seen", async () => {
    const [spu] = await rows<SpuDoc>("spus");
    for (const key of [spu!.picUrl, ...spu!.sliderPicUrls]) {
      const reply = await call("GET", `/media/${key}`);
      expect([reply.status, reply.headers.get("content-type")]).to.deep.equal([200, "image/png"]);
      expect(Number(reply.headers.get("content-length"))).to.be.above(5_000);
    }
  });

  it("a shop with products is left alone, and without --if-empty that is an error", async () => {
    const before = await db.collection("spus").countDocuments();
    const again = await run("seed", ["--if-empty"]);
    expect([again.code, again.lines.at(-1)?.msg]).to.deep.equal([0, "the shop has products, nothing to seed"]);
    const refused = await run("seed");
    expect([refused.code, refused.lines.at(-1)?.msg]).to.deep.equal([1, "not seeded"]);
    expect(await db.collection("spus").countDocuments()).to.equal(before);
  });
});
