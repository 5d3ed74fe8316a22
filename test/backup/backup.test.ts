import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect } from "chai";
import mongoose from "mongoose";
import { newestMigration } from "#shared/kernel/mongo/migrations.js";
import { models } from "#shared/kernel/mongo/mongo.js";
import { runToEnd } from "#scripts/deployment/program.js";
import { fromSources } from "#test/support/fromSources.js";
import { startService } from "#test/support/service.js";
import { bytesOf, databaseNamed, killAt, runCommand, runOnFullDisk } from "./support.js";

const { BSON, Binary, Decimal128, Double, Int32, Long, ObjectId, Timestamp } = mongoose.mongo;

/**
 * What a restore changes by design: ids go on far behind, open jobs begin new runs, and that it took place is noted. Its
 * check asks the channels, whose certificates are kept.
 */
const changed = ["counters", "outbox", "leases", "restores", "channelCertificates"];
/** A row of a collection that no code knows, with each type whose loss a number or a string would hide. */
const strange = {
  _id: new ObjectId(),
  int: new Int32(7),
  double: new Double(7),
  long: Long.fromString("9007199254740993"),
  decimal: Decimal128.fromString("1.50"),
  bytes: new Binary(Buffer.from([0, 255, 1])),
  uuid: new Binary(Buffer.alloc(16, 7), Binary.SUBTYPE_UUID),
  at: new Date("2026-01-02T03:04:05.678Z"),
  stamp: new Timestamp({ t: 5, i: 6 }),
  pattern: /^a.*z$/i,
  nothing: null,
  nested: { list: [new Double(1), new Int32(1), { deep: new Date(0) }], "with.dot": true },
};

describe("npm run backup and npm run restore", function () {
  this.timeout(240_000);
  const [source, target, half] = [databaseNamed("backup"), databaseNamed("restored"), databaseNamed("half")];
  const folder = mkdtempSync(join(tmpdir(), "shop-backup-"));
  const good = join(folder, "good");
  let shop: mongoose.Connection;
  let restored: mongoose.Connection;

  before(async () => {
    await startService();
    for (const command of ["migrate", "seed"] as const) {
      const { code, output } = await runCommand(command, source);
      expect(code, output).to.equal(0);
    }
    shop = await mongoose.createConnection(source).asPromise();
    restored = await mongoose.createConnection(target).asPromise();
    await shop.collection("strangeRows").insertOne(strange);
    const { code, output } = await runCommand("backup", source, [good]);
    expect(code, output).to.equal(0);
    expect(output).to.match(/ rows +[\d.]+ kB {2}spus\n/);
    expect(output).to.include("All rows are of one moment");
    for (const name of ["SEAL_KEY", "JWT_KEYS", "S3_BUCKET", "Redis"]) expect(output).to.include(name);
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    for (const uri of [source, target, half]) {
      const db = await mongoose.createConnection(uri).asPromise();
      await db.dropDatabase();
      await db.close();
    }
    await Promise.all([shop.close(), restored.close()]);
  });

  const manifestOf = (backup: string) => JSON.parse(readFileSync(join(backup, "manifest.json"), "utf8"));
  /** What a command says that must not succeed. */
  async function refusal(run: Promise<{ code: number; output: string }>): Promise<string> {
    const { code, output } = await run;
    expect(code, output).to.equal(1);
    return output;
  }

  it("a backup is readable by its owner alone, laid out as mongodump does, and says what is in it", async () => {
    const manifest = manifestOf(good);
    expect(manifest.schema).to.equal(newestMigration);
    expect(manifest.collections.map(({ name }: { name: string }) => name)).to.include.members([
      ...[...models.keys()].filter((name) => !/test|probe/i.test(name) && name !== "restores"),
      "strangeRows",
    ]);
    expect(statSync(good).mode & 0o077).to.equal(0);
    const dump = join(good, "dump", shop.name);
    expect((await readdir(dump)).length).to.equal(2 * manifest.collections.length);
    const row = BSON.deserialize(gunzipSync(readFileSync(join(dump, "strangeRows.bson.gz"))));
    expect(row["at"]).to.deep.equal(strange.at);
    const metadata = JSON.parse(gunzipSync(readFileSync(join(dump, "payOrders.metadata.json.gz"))).toString());
    expect(metadata).to.deep.include({ collectionName: "payOrders", type: "collection", options: {} });
    expect(metadata.indexes[0]).to.deep.include({ key: { _id: { $numberInt: "1" } }, name: "_id_" });
  });

  it("restored, each row of each collection is the same, byte for byte, and indexes are the code's", async () => {
    const { code, output } = await runCommand("restore", target, [good]);
    expect(code, output).to.equal(0);
    expect(output).to.include("every invariant holds");
    const [before, after] = [await bytesOf(shop), await bytesOf(restored)];
    expect(before["strangeRows"]).to.deep.equal([Buffer.from(BSON.serialize(strange)).toString("hex")]);
    for (const name of changed) {
      delete before[name];
      delete after[name];
    }
    expect(Object.keys(after).toSorted()).to.deep.equal(Object.keys(before).toSorted());
    for (const [name, rows] of Object.entries(before)) expect(after[name], name).to.deep.equal(rows);
    const indexes = async (db: mongoose.Connection) =>
      (await db.collection("payOrders").indexes()).map(({ name }) => name);
    expect(await indexes(restored)).to.have.members(await indexes(shop));
  });

  it("ids that may have been given out since the backup are not given out once more", async () => {
    const values = async (db: mongoose.Connection) =>
      (await db.collection("counters").find().sort({ _id: 1 }).toArray()).map((row) => row["value"] as number);
    const [before, after] = [await values(shop), await values(restored)];
    expect(before.length).to.be.greaterThan(10);
    expect(after.map((value, index) => value - before[index]!).every((skipped) => skipped >= 1_000_000)).to.equal(true);
  });

  it("open jobs begin runs that no Redis has seen, ended ones stay as they are", async () => {
    const jobs = async (db: mongoose.Connection) => db.collection("outbox").find().sort({ _id: 1 }).toArray();
    const [before, after] = [await jobs(shop), await jobs(restored)];
    expect(before.filter((row) => row["open"]).length).to.be.greaterThan(0);
    const expected = before.map((row) => (row["open"] ? { ...row, run: row["run"] + 1_000 } : row));
    const fields = ({ _id, job, payload, dueAt, run }: Record<string, unknown>) => ({ _id, job, payload, dueAt, run });
    expect(after.map(fields)).to.deep.equal(expected.map(fields));
  });

  it("a store that has rows is refused by their names, and nothing is written", async () => {
    const rows = await bytesOf(restored);
    const said = await refusal(runCommand("restore", target, [good]));
    expect(said)
      .to.match(/has rows, in .*\bactivities\b|has rows, in /)
      .and.include("MONGODB_URI");
    expect(await bytesOf(restored)).to.deep.equal(rows);
  });

  it("what is no whole backup of a known version is refused before anything is written", async () => {
    const empty = databaseNamed("half");
    expect(await refusal(runCommand("restore", empty, [join(folder, "absent")]))).to.include("is no backup");
    expect(await refusal(runCommand("restore", empty))).to.include("Usage: npm run restore");
    const path = join(good, "manifest.json");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace(/"schema": \d+/, `"schema": ${newestMigration + 1}`));
    expect(await refusal(runCommand("restore", empty, [good]))).to.include(`is of schema ${newestMigration + 1}`);
    writeFileSync(path, text);
    expect(await refusal(runCommand("restore", empty, [good], { SEAL_KEY: "ab".repeat(32) }))).to.include(
      "SEAL_KEY is not",
    );

    const file = join(good, "dump", shop.name, "spus.bson.gz");
    const bytes = readFileSync(file);
    const flipped = Buffer.from(bytes);
    // Of the header's time, which no reader looks at.
    flipped[4]! ^= 1;
    writeFileSync(file, flipped);
    expect(await refusal(runCommand("restore", empty, [good]))).to.match(/spus\.bson\.gz was changed/);
    truncateSync(file, bytes.length - 20);
    expect(await refusal(runCommand("restore", empty, [good]))).to.match(/spus\.bson\.gz is cut off/);
    writeFileSync(file, bytes);
    const db = await mongoose.createConnection(empty).asPromise();
    expect(Object.values(await bytesOf(db)).flat()).to.deep.equal([]);
    await db.close();
  });

  it("a folder that cannot be written is named, and half a backup is not left behind", async () => {
    const blocked = join(folder, "file");
    writeFileSync(blocked, "");
    expect(await refusal(runCommand("backup", source, [good]))).to.include("exists: name a folder that does not");
    expect(await refusal(runCommand("backup", source, [join(blocked, "in")]))).to.include("ENOTDIR");
    expect(await refusal(runCommand("backup", databaseNamed("nothing"), [join(folder, "no")]))).to.include(
      "holds no shop",
    );
    const full = join(folder, "full");
    expect(await refusal(runOnFullDisk(2, "backup", source, [full]))).to.match(/full could not be written: .*EFBIG/);
    expect([existsSync(full), existsSync(`${full}.unfinished`)]).to.deep.equal([false, false]);
  });

  it("a killed restore says so, keeps processes from starting, and can be begun anew", async () => {
    await killAt(/building indexes/, "restore", half, [good]);
    expect(await refusal(runCommand("restore", half, [good]))).to.match(/has not ended.*--again/);
    const env = { ...(process.env as Record<string, string>), MONGODB_URI: half, LOG_LEVEL: "fatal" };
    expect(await refusal(runToEnd(fromSources("workers/cron.ts"), env))).to.include("half restored");
    const { code, output } = await runCommand("restore", half, [good, "--again"]);
    expect(code, output).to.equal(0);
    const db = await mongoose.createConnection(half).asPromise();
    expect((await bytesOf(db))["spus"]).to.deep.equal((await bytesOf(shop))["spus"]);
    await db.close();
  });
});
