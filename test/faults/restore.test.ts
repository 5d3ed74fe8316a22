import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import mongoose from "mongoose";
import { fromDist, runToEnd, type Program } from "#scripts/deployment/program.js";
import { program, startDeployment, type Deployment } from "./deployment.js";
import { say, soon } from "./experiment.js";
import {
  byWallet,
  call,
  makeShoppers,
  orderAndSubmit,
  place,
  settle,
  skuWithStock,
  statusOf,
  submit,
  toldOf,
  untilTold,
  type Placed,
} from "./shoppers.js";
import { fund } from "./wallets.js";

const PAID = 10;

describe("faults of a restore beside a Redis that went on", function () {
  this.timeout(600_000);
  const folder = mkdtempSync(join(tmpdir(), "shop-restore-"));
  const backup = join(folder, "backup");
  let deployment: Deployment;
  let restored: Program[] = [];
  let db: mongoose.Connection;

  before(async () => void (deployment = await startDeployment()));
  after(async () => {
    await Promise.all(restored.map((one) => one.kill("SIGKILL")));
    await db?.close();
    await deployment.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const isPaid = async (one: Placed): Promise<boolean> => (await statusOf(deployment, one)) === PAID;
  async function payFromWallet(one: Placed): Promise<void> {
    expect((await untilTold(() => submit(deployment, one, byWallet))).code).to.equal(0);
    await soon("paid and told", async () => (await toldOf(deployment, one.payOrderId)).succeeded > 0);
    await soon("its order too", () => isPaid(one));
  }

  /** Another database of the same server: the stores, Redis among them, go on as they are. */
  function otherDatabase(): Record<string, string> {
    const uri = new URL(deployment.env["MONGODB_URI"]!);
    uri.pathname = "/shop-restored";
    return { ...deployment.env, MONGODB_URI: uri.href };
  }

  it("each job of the backup is done once, though Redis has it as done; what happened since does not come back", async () => {
    const members = await makeShoppers(deployment, 4);
    const skuId = await skuWithStock(deployment, 20);
    await fund(deployment, members, 1_000_000);
    const paidBefore = await place(deployment, members[0]!, skuId);
    await payFromWallet(paidBefore);
    const called = await orderAndSubmit(deployment, members[1]!, skuId);
    const paidSince = await orderAndSubmit(deployment, members[2]!, skuId);
    // A callback is stored, and its job waits in Redis.
    await deployment.worker.stop();
    await settle(deployment, called.no);
    const handling = { job: "pay.handleCallback", open: true };
    await soon("stored", async () => (await deployment.db.collection("outbox").countDocuments(handling)) === 1);
    const taken = await deployment.run("scripts/backup/index.js", backup);
    expect(taken.code, taken.output).to.equal(0);

    await deployment.worker.start();
    await soon("the callback is handled", () => isPaid(called));
    await settle(deployment, paidSince.no);
    await soon("a later one too", () => isPaid(paidSince));
    const lost = await place(deployment, members[3]!, skuId);
    await payFromWallet(lost);
    await deployment.worker.stop();
    // Its jobs stay in Redis, and their rows are in no backup.
    const unseen = await place(deployment, members[3]!, skuId);
    await Promise.all([...deployment.apis, deployment.cron].map((one) => one.stop()));

    const env = otherDatabase();
    const { code, output } = await runToEnd([...fromDist("scripts/restore/index.js"), backup], env);
    expect(code, output).to.equal(0);
    db = await mongoose.createConnection(env["MONGODB_URI"]!).asPromise();
    const [{ url }] = deployment.apis as [Program];
    restored = [
      program(fromDist("api/index.js"), { ...env, PORT: new URL(url!).port }, url),
      program(fromDist("workers/index.js"), env),
      program(fromDist("workers/cron.js"), env),
    ];
    await Promise.all(restored.map((one) => one.start()));
    const count = (name: string, where: object) => db.collection(name).countDocuments(where);

    await soon("the callback of the backup is handled", () => isPaid(called));
    await soon("what was paid since is found at its channel", async () => {
      await call(deployment, paidSince.who, `/app-api/pay/order/get?id=${paidSince.payOrderId}&sync=true`);
      return isPaid(paidSince);
    });
    expect(await count("tradeOrders", { _id: { $in: [lost.orderId, unseen.orderId] } as object })).to.equal(0);
    const next = await place(deployment, members[3]!, skuId);
    expect(next.orderId).to.be.greaterThan(unseen.orderId);
    await payFromWallet(next);
    await soon("nothing is due", async () => (await count("outbox", { open: true, state: { $ne: "held" } })) === 0);

    for (const { payOrderId, orderId } of [paidBefore, called, paidSince, next]) {
      expect(await count("notifyTasks", { payOrderId }), "messages of a payment").to.equal(1);
      expect(await count("tradeOrders", { _id: orderId, payStatus: true } as object)).to.equal(1);
    }
    expect(await count("deadLetters", {})).to.equal(0);
    const check = await runToEnd(fromDist("scripts/check/index.js"), env);
    expect(check.code, check.output).to.equal(0);
    say(
      `rows of jobs ${await count("outbox", {})}, of the backup still held ${await count("outbox", { state: "held" })}`,
    );
  });
});
