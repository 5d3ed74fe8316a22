import { createHash, randomBytes } from "node:crypto";
import { expect } from "chai";
import { expectInvariants, say, soon } from "../experiment.js";
import { fromDist, type Program } from "#scripts/deployment/program.js";
import { program, type Deployment } from "../deployment.js";
import { useSharedDeployment } from "../sharedDeployment.js";
import { byWallet, call, control, makeShoppers, place, skuWithStock, submit, toldOf, untilTold } from "../shoppers.js";
import { signInOperator } from "../rewards.js";
import { makeWay } from "../way.js";
import { stallsOf } from "./stalls.js";
import { fund } from "../wallets.js";

/** A receiver may take ten seconds; this one nearly does. */
const SLOW_MS = 9_000;
const FUNDS = 1_000_000;
/** It takes a quarter of a minute to read this at that pace. */
const LONG_BYTES = 120 * 2 ** 20;
const SLOW_BYTES = 8 * 2 ** 20;
/** What is read between two safe points. */
const STEP_BYTES = 32 * 2 ** 20;

describe("faults of a worker that is told to end in the middle of a delivery", function () {
  this.timeout(180_000);
  let deployment: Deployment;
  let second: Program | undefined;
  useSharedDeployment((one) => (deployment = one));
  afterEach("the invariants hold", async () => {
    await control(deployment, "PUT", "/merchant/mall/behaviour", { status: 200, delayMs: 0, failFirst: 0 });
    await second?.kill("SIGKILL");
    second = undefined;
    await deployment.worker.kill("SIGKILL");
    await deployment.worker.start();
    await expectInvariants(deployment);
  });

  /** Pays an order whose receiver is slow; answers once the delivery is under way. */
  async function deliverSlowly(): Promise<{ payOrderId: number; rowId: number; run: number }> {
    const [who] = await makeShoppers(deployment, 1);
    await fund(deployment, [who!], FUNDS);
    const placed = await place(deployment, who!, await skuWithStock(deployment, 5));
    await control(deployment, "PUT", "/merchant/mall/behaviour", { status: 200, delayMs: SLOW_MS, failFirst: 0 });
    expect((await untilTold(() => submit(deployment, placed, byWallet))).code).to.equal(0);
    await soon(
      "the receiver has been called",
      async () => (await toldOf(deployment, placed.payOrderId)).ids.size === 1,
    );
    const task = await deployment.db.collection("notifyTasks").findOne({ payOrderId: placed.payOrderId });
    const row = await deployment.db.collection("outbox").findOne({ subjects: `notifyId:${task!._id}` });
    return { payOrderId: placed.payOrderId, rowId: Number(row!._id), run: row!["run"] as number };
  }
  const rowOf = async (rowId: number) => deployment.db.collection("outbox").findOne({ _id: rowId as never });

  it("lets it end, and it is not made again", async () => {
    const { payOrderId, rowId } = await deliverSlowly();
    const toldAt = Date.now();
    await deployment.worker.kill("SIGTERM");
    expect(await deployment.worker.untilEnded()).to.deep.equal({ code: 0, signal: null });
    say(`ended ${Date.now() - toldAt} ms after it was told to`);
    expect(await rowOf(rowId)).to.include({ state: "done", tries: 1 });
    await deployment.worker.start();
    const { ids, succeeded } = await toldOf(deployment, payOrderId);
    expect([ids.size, succeeded]).to.deep.equal([1, 1]);
  });

  it("hands it back when its time is up: another worker has it at once, and no try is lost", async () => {
    await deployment.worker.kill("SIGTERM");
    second = program(fromDist("workers/index.js"), {
      ...deployment.env,
      SHUTDOWN_SECONDS: "7",
      OPS_PORT: "0",
    });
    await second.start();
    const { payOrderId, rowId, run } = await deliverSlowly();
    const toldAt = Date.now();
    await second.kill("SIGTERM");
    expect(await second.untilEnded()).to.deep.equal({ code: 0, signal: null });
    const tookMs = Date.now() - toldAt;
    await control(deployment, "PUT", "/merchant/mall/behaviour", { status: 200, delayMs: 0, failFirst: 0 });
    expect((await rowOf(rowId))!["open"]).to.equal(true);
    await deployment.worker.start();
    // Who ended may have told the receiver already: it is told again once that try must be over.
    await soon("it is delivered", async () => (await rowOf(rowId))!["state"] === "done");
    const row = await rowOf(rowId);
    say(`ended ${tookMs} ms after it was told to, delivered ${Date.now() - toldAt} ms after`);
    expect([row!["tries"], row!["failures"] ?? []]).to.deep.equal([1, []]);
    expect(
      await stallsOf(deployment, "notify", { _id: rowId, run }),
      "found as a dead worker's, instead of handed back",
    ).to.equal(0);
    expect((await toldOf(deployment, payOrderId)).ids.size).to.equal(1);
  });

  it("a long job is handed back at its next safe point, and goes on from there", async () => {
    const operator = await signInOperator(deployment);
    const ask = async (method: "POST" | "PUT", path: string, body: object): Promise<any> => {
      const { code, data, msg } = await call(deployment, operator, `/admin-api/website/source${path}`, body, {
        method,
      });
      expect(code, msg).to.equal(0);
      return data;
    };
    const sourceId = await ask("POST", "/create", { name: "Long", version: "1.0.0" });
    // A gzip's head, and what nobody unpacks.
    const bytes = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), randomBytes(LONG_BYTES)]);
    const { uploadId, partSize } = await ask("POST", "/upload/create", {
      sourceId,
      fileName: "long.gz",
      size: bytes.length,
    });
    for (let part = 1; (part - 1) * partSize < bytes.length; part++) {
      const [{ url }] = await ask("POST", "/upload/part-urls", { uploadId, partNumbers: [part] });
      const body = new Uint8Array(bytes.subarray((part - 1) * partSize, part * partSize));
      expect((await fetch(url, { method: "PUT", body })).status).to.equal(200);
    }
    const storage = new URL(deployment.env["S3_ENDPOINT"]!);
    const target = { host: storage.hostname, port: Number(storage.port) };
    const way = await makeWay(target, { bytesPerSecond: SLOW_BYTES });
    await way.open();
    try {
      await deployment.worker.kill("SIGTERM");
      storage.host = `127.0.0.1:${way.port}`;
      second = program(fromDist("workers/index.js"), {
        ...deployment.env,
        S3_ENDPOINT: storage.origin,
        OPS_PORT: "0",
      });
      await second.start();
      await ask("PUT", "/upload/complete", { uploadId });
      const uploads = deployment.db.collection<{ _id: number; status: number; reading?: { bytes: number } }>(
        "websiteUploads",
      );
      const readSoFar = async (): Promise<number> => (await uploads.findOne({ _id: uploadId }))?.reading?.bytes ?? 0;
      await soon("a part of it is read", async () => (await readSoFar()) > 0);
      const toldAt = Date.now();
      const readBefore = await readSoFar();
      await second.kill("SIGTERM");
      expect(await second.untilEnded()).to.deep.equal({ code: 0, signal: null });
      const read = await readSoFar();
      say(`ended ${Date.now() - toldAt} ms after it was told to, with ${Math.round(read / 2 ** 20)} MiB read`);
      expect(read).to.be.below(bytes.length);
      expect(read - readBefore, "read after it was told to end").to.be.at.most(STEP_BYTES);
      await deployment.worker.start();
      await soon("it is checked", async () => (await uploads.findOne({ _id: uploadId }))?.status === 2);
    } finally {
      await way.close();
    }
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(await deployment.db.collection("websiteUploads").findOne({ _id: uploadId as never })).to.include({ sha256 });
    const row = await deployment.db.collection("outbox").findOne({ job: "website.checkUpload" });
    expect([row!["tries"], row!["failures"] ?? []]).to.deep.equal([1, []]);
  });
});
