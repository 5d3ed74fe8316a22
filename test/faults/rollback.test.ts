import { deleteEach, updateEach } from "#scripts/deployment/eachRow.js";
import { expect } from "chai";
import { expectInvariants, say, soon } from "./experiment.js";
import type { Program } from "#scripts/deployment/program.js";
import type { Deployment } from "./deployment.js";
import { leaveRows, ledgerOf, type Ledger, type LedgerBatch } from "./ledger/ledgerRows.js";
import { signInOperator } from "./rewards.js";
import { useSharedDeployment } from "./sharedDeployment.js";
import {
  byCode,
  byWallet,
  call,
  currentNo,
  makeShoppers,
  place,
  settle,
  skuWithStock,
  statusOf,
  submit,
  toldOf,
  untilTold,
} from "./shoppers.js";
import { fund } from "./wallets.js";

const FIRST_ID = 3_000_000_000;
/** Due at once; in seconds, when the version before is at work; and far from now. */
const NOW = 200;
const SOON = 60;
const FAR = 40;
const SOON_MS = 20_000;
const FAR_MS = 60 * 60_000;
/** So long and so few at a time that most of them wait when the versions change. */
const RUN_MS = 300;
const SLOTS = 4;
const ALL = 2 * (NOW + SOON) + FAR;
/** Each of another job and another time. */
const batches: LedgerBatch[] = [
  { job: "count", firstId: FIRST_ID, count: NOW, ms: RUN_MS },
  { job: "newer", firstId: FIRST_ID + 1_000, count: NOW, ms: RUN_MS },
  { job: "count", firstId: FIRST_ID + 2_000, count: SOON, delayMs: SOON_MS },
  { job: "newer", firstId: FIRST_ID + 3_000, count: SOON, delayMs: SOON_MS },
  { job: "count", firstId: FIRST_ID + 4_000, count: FAR, delayMs: FAR_MS },
];
/** As this version has it, behind all of them in their queue. */
const OF_BEFORE = FIRST_ID + 5_000;
/** The claims of those that are open. */
const KEYS = /^outbox\.openKey:(ledger\.count|video\.followVideo):3\d{9}$/;
/** What the version before does not know. */
const UNKNOWN = ["ledger.count@1", "video.followVideo@2"];

describe("faults of a rollback to the version before, and forward again", function () {
  this.timeout(600_000);
  let deployment: Deployment;
  let ledger: Ledger;
  let newer: Program[] = [];

  after(async () => {
    await Promise.all(newer.map((worker) => worker.kill("SIGKILL")));
    // The other experiments count on it, also when this one failed.
    await deployment.worker.kill("SIGKILL");
    await deployment.worker.start();
    await deleteEach(outbox(), theirs);
    await deleteEach(deployment.db.collection("claims"), { _id: KEYS } as object);
  });
  useSharedDeployment((one) => (deployment = one));
  before(async () => {
    ledger = ledgerOf(deployment);
    newer = Array.from({ length: 2 }, () => ledger.worker({ env: { WORKER_CONCURRENCY_VOD: String(SLOTS) } }));
    await Promise.all(newer.map((worker) => worker.start()));
    await deployment.worker.kill("SIGTERM");
  });

  const theirs = { "payload.videoId": { $gte: FIRST_ID } };
  const outbox = () => deployment.db.collection("outbox");
  const counted = (which: object) => outbox().countDocuments({ ...theirs, ...which });

  /** Those whose time has not come: what is far is left where it is. */
  const far = { "payload.videoId": { $gte: FIRST_ID + 4_000, $lt: OF_BEFORE } };
  const near = { "payload.videoId": { $gte: FIRST_ID, $lt: FIRST_ID + 4_000 } };
  const parked = { state: "unknown", parked: { $in: UNKNOWN } };

  async function takeOver(those: Program[], from: Program[]): Promise<void> {
    await Promise.all(those.map((worker) => worker.start()));
    const pids = { pid: { $in: those.map(({ pid }) => pid) }, kind: "worker" };
    // For a while both are at work.
    await soon("they report", async () => (await deployment.db.collection("processes").countDocuments(pids)) > 0);
    for (const worker of from) await worker.kill("SIGTERM");
  }

  /** Orders, payments from the wallet and at the channel, and what tells of them. */
  async function payMeanwhile(): Promise<void> {
    const members = await makeShoppers(deployment, 4);
    const skuId = await skuWithStock(deployment, 10);
    await fund(deployment, members, 1_000_000);
    const placed = [];
    for (const who of members) placed.push(await place(deployment, who, skuId));
    for (const [index, one] of placed.entries()) {
      const isByWallet = index % 2 === 0;
      const { code, msg } = await untilTold(() => submit(deployment, one, isByWallet ? byWallet : byCode));
      expect(code, msg).to.equal(0);
      if (!isByWallet) await settle(deployment, await currentNo(deployment, one));
    }
    for (const one of placed) {
      await soon("paid", async () => (await statusOf(deployment, one)) === 10);
      await soon("told", async () => (await toldOf(deployment, one.payOrderId)).succeeded > 0);
      expect((await toldOf(deployment, one.payOrderId)).ids.size).to.equal(1);
    }
  }

  it("parks what the version before does not know, holds up nobody else, and runs each once when the newer one is back", async () => {
    const operator = await signInOperator(deployment);
    await ledger.enqueue(batches);
    await soon("some have run", () => Promise.resolve(ledger.runs().size > SLOTS));
    const backAt = Date.now();
    await takeOver([deployment.worker], newer);
    const ranBefore = ledger.runs().size;
    await leaveRows(deployment, 1, OF_BEFORE, () => ({
      job: "video.followVideo",
      queue: "vod",
      openQueue: "vod",
      payload: { videoId: OF_BEFORE },
    }));
    await payMeanwhile();
    await soon(
      "what it knows of the same queue is done",
      async () => (await counted({ _id: OF_BEFORE, state: "done" })) === 1,
    );
    const waiting = { ...near, state: { $in: ["waiting", "relayed", "running", "retrying"] } };
    await soon("what it does not know is parked", async () => (await outbox().countDocuments(waiting)) === 0);
    expect(await outbox().countDocuments({ ...near, ...parked })).to.equal(ALL - FAR - ranBefore);
    expect(await outbox().countDocuments({ ...far, state: "held" })).to.equal(FAR);
    // Their hour has come too early.
    const past = new Date(Date.now() - 1_000);
    await updateEach(outbox(), far, { $set: { dueAt: past, nextLookAt: past } });
    await soon("and the far ones", async () => (await counted(parked)) === ALL - ranBefore);
    const { data } = await call(deployment, operator, "/admin-api/infra/job/figures");
    const figures = data as { queue: string; unknown: number }[];
    expect(figures.find(({ queue }) => queue === "vod")!.unknown).to.equal(ALL - ranBefore);
    expect((await fetch(`${deployment.url}/health/ready`)).status).to.equal(200);
    const parkedS = Math.round((Date.now() - backAt) / 1_000);
    await expectInvariants(deployment);
    expect(ledger.runs().size, "run by a version that does not know them").to.equal(ranBefore);

    const forwardAt = Date.now();
    await takeOver(newer, [deployment.worker]);
    await soon("each is done", async () => (await counted({ state: "done" })) === ALL + 1, 240);
    say(
      `jobs ${ALL}, run by the newer version ${ranBefore}, all others parked ${parkedS} s after the rollback, done ${Math.round((Date.now() - forwardAt) / 1_000)} s after the newer one was back`,
    );
    const runs = ledger.runs();
    expect(runs.size).to.equal(ALL);
    expect([...runs].filter(([, times]) => times !== 1)).to.deep.equal([]);
    // To be put back costs no try.
    expect(await counted({ $or: [{ tries: { $gt: 1 } }, { failures: { $exists: true } }] })).to.equal(0);
    expect(await deployment.db.collection("deadLetters").countDocuments(theirs)).to.equal(0);
    expect(await counted({ parked: { $exists: true } })).to.equal(0);
    await expectInvariants(deployment);
  });
});
