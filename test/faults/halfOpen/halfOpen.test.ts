import { expect } from "chai";
import { dot } from "#test/support/browser.js";
import { byDefaultOne, expectInvariants, pause, say, soon } from "../experiment.js";
import {
  askUntil,
  expectAnswered,
  expectInTime,
  healthAt,
  openShop,
  slowest,
  startClients,
  work,
} from "./halfOpenClients.js";
import { startBehindWays, type DeploymentBehindWays } from "./halfOpenDeployment.js";
import { byCode, makeShoppers, orderAndSubmit, place, seeded, skuWithStock, submit, type Answer } from "../shoppers.js";
import type { Way } from "../way.js";

/** Work resumes so soon once it can (operate.md says 30 s; a busy machine may take longer). */
const RESUMED_MS = 60_000;
/** Later than any answer of a store that is well, sooner than anybody's patience. An order asks MongoDB dozens of times. */
const LATE_MS = { redis: 300, mongodb: 100, platform: 300, storage: 300 };
const AGAIN_MS = 1_000;
const stores = [
  ["redis", "Redis"],
  ["mongodb", "MongoDB"],
] as const;
const outside = ["platform", "storage"] as const;
/** A provider serves again by its calls' own timeouts: sooner than the limits of runs end what hangs. */
const SERVED_MS = { platform: 20_000, storage: RESUMED_MS };
/** More than the slots that one provider's calls may take. */
const OPENED_AT_ONCE = 20;
/** Three tries, each until it is given up. */
const STORAGE_BOUND_MS = 45_000;

/** How a route fails, and what is done to it so that it does. */
const faults = {
  "connections die": (way: Way) => way.freeze(),
  "nothing comes back": (way: Way) => way.swallow(),
  "each answer comes late": (way: Way) => way.delay(LATE_MS.platform),
  "connections are reset amid an answer": (way: Way) => way.cut(),
};

describe("faults of a route that carries nothing, carries late or is cut", function () {
  this.timeout(300_000);
  let deployment: DeploymentBehindWays;
  const ended: string[] = [];
  let stopClients: (() => Promise<unknown>) | undefined;

  before(async () => {
    deployment = await startBehindWays();
    const { apis, worker, cron } = deployment;
    for (const [name, one] of Object.entries({ api: apis[0]!, otherApi: apis[1]!, worker, cron }))
      void one.untilEnded().then(() => ended.push(name));
  });
  after(() => deployment?.stop());
  afterEach("no process was replaced and the invariants hold", async () => {
    for (const way of Object.values(deployment.ways)) way.mend();
    await stopClients?.();
    stopClients = undefined;
    expect(ended).to.deep.equal([]);
    await expectInvariants(deployment);
  });

  for (const [store, name] of stores) {
    it(`${name}, connections die: readiness says so, no request hangs, and work goes on over new ones`, async () => {
      const shop = await openShop(deployment);
      const clients = await start();
      const way = deployment.ways[store];
      const frozen = way.freeze();
      expect(frozen).to.be.greaterThan(5);
      let lastAt = Date.now();
      const working = work(deployment, shop);
      await soon("readiness says so", async () =>
        clients.seen.readiness.some(({ reasons }) => reasons.some((one) => one.startsWith(`${name} does not answer`))),
      );
      if (store === "mongodb") lastAt = await untilWorkerIsCutOff(way);
      const done = await working;
      await soon("the worker is well", async () => (await workerHealth()).status === 200);
      const wellMs = Date.now() - lastAt;
      say(`${name}: ${frozen} connections died; all done and well ${wellMs} ms after the last one; ${done}`);
      expect(wellMs).to.be.below(RESUMED_MS);
      expectAnswered((await clients.stop()).asked);
    });

    for (const seed of byDefaultOne)
      it(`${name}, nothing comes back for a while: processes say so, and work goes on when it does (seed ${seed})`, async () => {
        const shop = await openShop(deployment);
        const clients = await start();
        const way = deployment.ways[store];
        const { swallowed } = way.counts;
        way.swallow();
        const begun = Date.now();
        const working = work(deployment, shop);
        await soon("the worker says so", async () => {
          const { status, reasons } = await workerHealth();
          return status === 503 && reasons.includes(`${name} does not answer`);
        });
        await pause(seeded(seed)() * 5_000);
        const { status, reasons } = clients.seen.readiness.at(-1)!;
        expect(reasons.join()).to.include(`${name} does not answer`);
        // The shop sells without Redis, and can do nothing without MongoDB.
        expect(status).to.equal(store === "mongodb" ? 503 : 200);
        expect(way.counts.swallowed).to.be.greaterThan(swallowed);
        way.mend();
        const mendedAt = Date.now();
        const done = await working;
        const doneMs = Date.now() - mendedAt;
        await soon("the worker is well", async () => (await workerHealth()).status === 200);
        const wellMs = Date.now() - mendedAt;
        say(
          `${name}: away for ${mendedAt - begun} ms, then all done after ${doneMs} ms and the worker well after ${wellMs} ms; from the begin on ${done}`,
        );
        expect(Math.max(doneMs, wellMs)).to.be.below(RESUMED_MS);
        expectAnswered((await clients.stop()).asked);
      });

    it(`${name}, each answer comes late: work goes on, and nobody takes it for dead`, async () => {
      const shop = await openShop(deployment);
      const clients = await start();
      deployment.ways[store].delay(LATE_MS[store]);
      say(`${name}: each answer ${LATE_MS[store]} ms late; ${await work(deployment, shop)}`);
      const { asked, worker } = await clients.stop();
      expectAnswered(asked);
      expect(worker.flatMap(({ reasons }) => reasons).join()).not.to.include(name);
    });

    it(`${name}, connections are reset amid answers: work goes on, and no order is placed twice`, async () => {
      const shop = await openShop(deployment);
      const clients = await start();
      const way = deployment.ways[store];
      const { cut } = way.counts;
      way.cut();
      const done = await work(deployment, shop);
      say(`${name}: ${way.counts.cut - cut} connections reset amid an answer; ${done}`);
      expect(way.counts.cut).to.be.greaterThan(cut);
      expectAnswered((await clients.stop()).asked);
    });
  }

  for (const store of outside)
    for (const [fault, fail] of Object.entries(faults)) {
      // Takes half a minute.
      if (store === "storage" && fault === "nothing comes back" && !process.env["FAULT_LONG"]) continue;
      it(`${store}, ${fault}: whoever needs it is told in time, and served soon`, async () => {
        // What hangs for good would hold every slot, and nobody were served after it.
        const count = fault === "nothing comes back" ? OPENED_AT_ONCE : 1;
        const asks = store === "platform" ? await opening(count) : [await uploading()];
        const way = deployment.ways[store];
        const { cut } = way.counts;
        fail(way);
        const firsts = await Promise.all(asks.map((ask) => askUntil("the first answer", ask, () => true)));
        const first = firsts.flatMap((one) => one.asked);
        if (fault === "nothing comes back") way.mend();
        const all = await askUntil("it is served", asks[0]!);
        const asked = [...first, ...all.asked];
        say(
          `${store}, ${fault}: first ${first[0]!.status}, served ${all.ms} ms later; slowest answer ${slowest(asked).ms} ms`,
        );
        if (store === "storage") expectInTime(asked, STORAGE_BOUND_MS);
        else expectAnswered(asked);
        expect(all.ms).to.be.below(SERVED_MS[store]);
        if (fault === "nothing comes back") expect(first[0]!.status).to.be.at.least(500);
        if (fault === "each answer comes late") expect(first[0]!.status).to.equal(200);
        if (fault === "connections are reset amid an answer") expect(way.counts.cut).to.be.greaterThan(cut);
      });
    }

  async function start(): ReturnType<typeof startClients> {
    await soon("the worker is well", async () => (await workerHealth()).status === 200);
    const clients = await startClients(deployment);
    stopClients = clients.stop;
    return clients;
  }

  /** Connections die again and again, while new ones pass, until the worker says so; answers when the last ones did. */
  async function untilWorkerIsCutOff(way: Way): Promise<number> {
    const again = setInterval(() => way.freeze(), AGAIN_MS);
    await soon("the worker says so", async () => {
      const { status, reasons } = await workerHealth();
      return status === 503 && reasons.includes("MongoDB answers, but not this process");
    }).finally(() => clearInterval(again));
    return Date.now();
  }

  const workerHealth = () => healthAt(`${deployment.worker.url}/health`);

  /** Open a payment each at the provider, to which connections are there. */
  async function opening(count: number): Promise<(() => Promise<Answer>)[]> {
    const [payer, ...openers] = await makeShoppers(deployment, count + 1);
    const skuId = await skuWithStock(deployment, count + 1);
    await orderAndSubmit(deployment, payer!, skuId);
    const asks = [];
    for (const opener of openers) {
      const placed = await place(deployment, opener, skuId);
      asks.push(() => submit(deployment, placed, byCode));
    }
    return asks;
  }

  /** Stores a picture, after one was. */
  async function uploading(): Promise<() => Promise<Answer>> {
    const [member] = await makeShoppers(deployment, 1);
    const upload = async (): Promise<Answer> => {
      const form = new FormData();
      form.set("file", new Blob([dot], { type: "image/png" }), "dot.png");
      const response = await fetch(`${deployment.url}/app-api/infra/file/upload`, {
        method: "POST",
        headers: { authorization: `Bearer ${member!.token}`, terminal: "20" },
        body: form,
        signal: AbortSignal.timeout(STORAGE_BOUND_MS),
      }).catch(() => undefined);
      if (!response) return { status: 0, code: -1, data: null };
      return { status: response.status, ...((await response.json()) as { code: number; data: unknown }) };
    };
    await askUntil("a first one is stored", upload);
    return upload;
  }
});
