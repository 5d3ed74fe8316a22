import { expect } from "chai";
import { dot } from "#test/support/browser.js";
import { expectInvariants, say, soon } from "./experiment.js";
import { startDeployment, type Deployment } from "./deployment.js";
import { byCode, makeShoppers, orderAndSubmit, place, settle, skuWithStock, statusOf, submit } from "./shoppers.js";
import { makeWay, type Way } from "./way.js";

/** Work resumes so soon (README says 30 s; a busy machine may take longer). */
const PATIENCE_S = 60;
/** No request waits longer for its answer, whatever is frozen. */
const BOUND_MS = 15_000;

/** What the deployment's processes reach over a way of ours, and the variables that name it. */
const stores = {
  redis: ["REDIS_URL"],
  mongodb: ["MONGODB_URI"],
  storage: ["S3_ENDPOINT"],
  platform: ["WECHATPAY_BASE_URL"],
} as const;
type Store = keyof typeof stores;

describe("faults of a route that dies without a word, while new connections pass", function () {
  this.timeout(300_000);
  let deployment: Deployment;
  const ways = {} as Record<Store, Way>;

  before(async () => {
    deployment = await startDeployment({
      async rewire(env) {
        const wired: Record<string, string> = {};
        for (const [store, variables] of Object.entries(stores) as [Store, readonly string[]][])
          for (const variable of variables) {
            const address = new URL(env[variable]!);
            ways[store] = await makeWay({ host: address.hostname, port: Number(address.port) });
            await ways[store].open();
            address.host = `127.0.0.1:${ways[store].port}`;
            wired[variable] = address.href;
          }
        return wired;
      },
    });
  });
  after(async () => {
    await deployment?.stop();
    for (const way of Object.values(ways)) await way.close();
  });
  afterEach("the invariants hold", () => expectInvariants(deployment));

  /** Asks until it is answered well; answers after how long, and how long the slowest answer took. */
  async function until(what: string, ask: () => Promise<boolean>): Promise<{ ms: number; slowestMs: number }> {
    const begun = Date.now();
    let slowestMs = 0;
    await soon(
      what,
      async () => {
        const asked = Date.now();
        const isWell = await ask();
        slowestMs = Math.max(slowestMs, Date.now() - asked);
        return isWell;
      },
      PATIENCE_S,
    );
    return { ms: Date.now() - begun, slowestMs };
  }

  for (const store of ["redis", "mongodb"] as const)
    it(`${store}: payments go on, and no request hangs`, async () => {
      const [payer, buyer] = await makeShoppers(deployment, 2);
      const skuId = await skuWithStock(deployment, 10);
      const waiting = await orderAndSubmit(deployment, payer!, skuId);
      const frozen = ways[store].freeze();
      expect(frozen).to.be.greaterThan(5);
      const paid = (async () => {
        // The provider tells of it again until it is heard.
        await settle(deployment, waiting.no);
        return until("the payment counts", async () => (await statusOf(deployment, waiting)) === 10);
      })();
      const answered = await until(
        "the shop answers",
        async () => (await fetch(`${deployment.url}/health/ready`)).status === 200,
      );
      const placed = await place(deployment, buyer!, skuId);
      const submitted = await until(
        "a payment is opened at its channel",
        async () => (await submit(deployment, placed, byCode)).code === 0,
      );
      const counted = await paid;
      say(
        `${store}: ${frozen} connections frozen; ready after ${answered.ms} ms, opened ${submitted.ms} ms later, the payment counted after ${counted.ms} ms; slowest answer ${Math.max(counted.slowestMs, submitted.slowestMs, answered.slowestMs)} ms`,
      );
      expect(Math.max(counted.slowestMs, submitted.slowestMs, answered.slowestMs)).to.be.below(BOUND_MS);
    });

  it("platform: payments are opened there again", async () => {
    const [payer, buyer] = await makeShoppers(deployment, 2);
    const skuId = await skuWithStock(deployment, 10);
    await orderAndSubmit(deployment, payer!, skuId);
    const frozen = ways.platform.freeze();
    expect(frozen).to.be.greaterThan(0);
    const placed = await place(deployment, buyer!, skuId);
    const submitted = await until(
      "a payment is opened at its channel",
      async () => (await submit(deployment, placed, byCode)).code === 0,
    );
    say(
      `platform: ${frozen} connections frozen; a payment opened after ${submitted.ms} ms, slowest answer ${submitted.slowestMs} ms`,
    );
    expect(submitted.slowestMs).to.be.below(BOUND_MS);
  });

  it("storage: a picture is stored", async () => {
    const [member] = await makeShoppers(deployment, 1);
    const upload = async (): Promise<boolean> => {
      const form = new FormData();
      form.set("file", new Blob([dot], { type: "image/png" }), "dot.png");
      const answer = await fetch(`${deployment.url}/app-api/infra/file/upload`, {
        method: "POST",
        headers: { authorization: `Bearer ${member!.token}`, terminal: "20" },
        body: form,
        signal: AbortSignal.timeout(BOUND_MS),
      }).catch(() => undefined);
      return answer?.status === 200 && ((await answer.json()) as { code: number }).code === 0;
    };
    await until("a first one", upload);
    const frozen = ways.storage.freeze();
    expect(frozen).to.be.greaterThan(0);
    const stored = await until("another one", upload);
    say(`storage: ${frozen} connections frozen; stored after ${stored.ms} ms, slowest answer ${stored.slowestMs} ms`);
    expect(stored.slowestMs).to.be.below(BOUND_MS + 1_000);
  });
});
