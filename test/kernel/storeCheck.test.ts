import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import mongoose from "mongoose";
import { identityOf } from "#scripts/processes/storeCheck.mjs";
import { openGround, type OpenGround } from "#scripts/store/ground.js";
import { hasFailed, judge } from "#scripts/store/judge.js";
import { expectSame, needed, Otherwise, Unsure, Untried, desirable, type Probe } from "#scripts/store/probe.js";
import { linesOf, summaryOf } from "#scripts/store/words.js";
import { fromSources } from "#test/support/fromSources.js";

const root = resolve(import.meta.dirname, "../..");
const uri = process.env["MONGODB_URI"]!;

async function run(args: string[], address = ""): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, MONGODB_URI: address },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const code = new Promise((done) => child.once("close", done));
  const output = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, output: output.join("") };
}

/** The command from its source. */
const checkStore = (address: string) => {
  return run([...fromSources("scripts/store/index.ts"), "--patience=0"], address);
};

async function databases(): Promise<string[]> {
  const client = await new mongoose.mongo.MongoClient(uri).connect();
  const list = await client.db().admin().listDatabases({ nameOnly: true });
  await client.close();
  return list.databases.map(({ name }) => name);
}

describe("npm run check:store", () => {
  it("finds all that is needed at the store of this run, and leaves nothing there", async function () {
    const { code, output } = await checkStore(uri);
    expect(output.split("\n").filter((line) => line.startsWith("✗"))).to.deep.equal([]);
    expect(output)
      .to.match(/^✓ transactions a commit keeps all of it.* \d+ ms$/m)
      .and.match(/\d+ of \d+ kept, .* in [\d.]+ s\n$/);
    expect(output).to.contain("a given server is not killed");
    expect(code).to.equal(0);
    const [database] = /\bstore-check-\w+/.exec(output)!;
    expect(await databases()).not.to.include(database);
  });

  it("says that it could not ask, where no server answers", async function () {
    const { code, output } = await checkStore("mongodb://127.0.0.1:1/x?directConnection=true");
    expect(output).to.match(/^not tried: .*ECONNREFUSED/);
    expect(code).to.equal(2);
  });

  describe("at npm start", () => {
    let dataDir: string;
    before(() => void (dataDir = mkdtempSync(join(tmpdir(), "store-check-"))));
    after(() => rmSync(dataDir, { recursive: true, force: true }));

    const ours = { name: "secantusd-py", version: "1", source: "wheel" };
    const nowhere = "mongodb://127.0.0.1:1/x?directConnection=true";
    const known = (): unknown => JSON.parse(readFileSync(join(dataDir, "store-checks.json"), "utf8"));
    const start = (address: string, server = ours) =>
      run([
        "--input-type=module",
        `--eval=import { checkStoreOnce } from "./scripts/processes/storeCheck.mjs";
          await checkStoreOnce(${JSON.stringify({ root, dataDir, server, uri: address })});`,
      ]);

    it("a server that answered is not asked again", async function () {
      expect((await start(nowhere)).output).to.match(/not checked \(code 2\): not tried: .*ECONNREFUSED/);
      expect((await start(uri)).output).to.match(/✓ store +\d+ of \d+ kept/);
      const [identity] = Object.keys(known() as object);
      expect(identity).to.equal("secantusd-py 1 from wheel");
      expect((await start(nowhere)).output, "not asked again").to.equal("");
    });

    it("a server with faults is told of at every start", async () => {
      const identity = identityOf({ ...ours, version: "3" }, nowhere);
      writeFileSync(join(dataDir, "store-checks.json"), JSON.stringify({ [identity]: { checkedAt: "", failed: 2 } }));
      expect((await start(nowhere, { ...ours, version: "3" })).output).to.contain(
        "secantusd-py 3 does not keep 2 things that the shop needs; npm run check:store names them",
      );
    });

    it("a given server is known by its hosts; user and password are not written down", () => {
      const given = { name: "MongoDB", version: "8.0.1", source: "given" };
      for (const address of [
        "mongodb://me:p%40ss@a:1,b:2/shop?replicaSet=rs0",
        "mongodb://a:1,b:2",
        "mongodb://a:1,b:2?w=1",
      ])
        expect(identityOf(given, address)).to.equal("MongoDB 8.0.1 at a:1,b:2");
    });
  });

  describe("on a store with faults", () => {
    let ground: OpenGround;
    before(async () => void (ground = await openGround(uri)));
    after(() => ground.close());

    const broken = needed("rows stay", "everything", async (on) => {
      const rows = await on.rows();
      await rows.insertOne({ _id: 1 });
      await rows.deleteMany({}); // the fault
      expectSame("ids", await rows.distinct("_id"), [1]);
    });
    const steppedAround: Probe = {
      name: "is not relied on",
      severity: "avoided",
      wouldBreak: "what was",
      harmless: "nobody asks",
      run: () => Promise.reject(new Otherwise("it does not")),
    };
    const judged = async (...probes: Probe[]) => judge([{ theme: "faults", probes }], ground);

    it("one that is needed fails the command, and says what was expected, seen and would break", async () => {
      const outcomes = await judged(broken);
      expect(hasFailed(outcomes)).to.equal(true);
      const [first, ...more] = outcomes.flatMap(linesOf);
      expect(first).to.match(/^✗ faults +rows stay +\d+ ms$/);
      expect(more).to.deep.equal(["    ids: expected [ 1 ], seen []", "    would break: everything"]);
      expect(summaryOf(outcomes)).to.equal("0 of 1 kept, 1 failed");
    });

    it("one that the shop steps around is told, with why it is harmless", async () => {
      const outcomes = await judged(steppedAround);
      expect(hasFailed(outcomes)).to.equal(false);
      expect(outcomes.flatMap(linesOf).join("\n")).to.match(
        /^! faults .*\n {4}it does not\n {4}would break: what was\n {4}harmless here: nobody asks$/,
      );
    });

    it("what is slower, not seen in time or not tried is no failure; a surprise is", async () => {
      const outcomes = await judged(
        desirable("is quick", "it is slow", () => Promise.reject(new Error("slow"))),
        needed("comes later", "-", async () => () => Promise.reject(new Unsure("not seen"))),
        needed("is not tried", "-", () => Promise.reject(new Untried("not ours"))),
        needed("is kept", "-", () => Promise.resolve()),
      );
      expect(outcomes.map(({ verdict }) => verdict)).to.deep.equal(["unsure", "unsure", "untried", "kept"]);
      expect(hasFailed(outcomes)).to.equal(false);
      expect(summaryOf(outcomes)).to.equal("1 of 4 kept, 2 not proved, 1 not tried");
      expect(hasFailed(await judged(needed("throws", "-", () => Promise.reject(new TypeError("x")))))).to.equal(true);
    });
  });
});
