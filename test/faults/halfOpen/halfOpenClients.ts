import { expect } from "chai";
import type { Deployment } from "../deployment.js";
import { pause, soon } from "../experiment.js";
import {
  byCode,
  call,
  makeShoppers,
  order,
  orderAndSubmit,
  place,
  settle,
  skuWithStock,
  submit,
  type Answer,
  type Placed,
  type Shopper,
  type Submitted,
} from "../shoppers.js";

/** No request waits longer for its answer, whatever fails (5 s and some, as the rules have it; a busy machine is slower). */
const BOUND_MS = 15_000;
const EACH_MS = 300;
const BUYERS = 3;

interface Health {
  status: number;
  reasons: string[];
}

export async function healthAt(url: string): Promise<Health> {
  const response = await fetch(url, { signal: AbortSignal.timeout(BOUND_MS) });
  return { status: response.status, reasons: ((await response.json()) as { reasons: string[] }).reasons };
}

interface Asked {
  what: string;
  status: number;
  ms: number;
}

/** What was answered, and told, while something failed. */
interface Meanwhile {
  asked: Asked[];
  readiness: Health[];
  worker: Health[];
}

/**
 * Clients of each kind, who read, write, and ask a worker, and those who watch over the API and the worker: all go on until
 * they are stopped.
 */
export async function startClients(
  deployment: Deployment,
): Promise<{ seen: Meanwhile; stop: () => Promise<Meanwhile> }> {
  const [reader, payer] = await makeShoppers(deployment, 2);
  const waiting = await orderAndSubmit(deployment, payer!, await skuWithStock(deployment, 1));
  const seen: Meanwhile = { asked: [], readiness: [], worker: [] };
  const watch = async (url: string, told: Health[]): Promise<Pick<Answer, "status">> => {
    const health = await healthAt(url).catch(() => ({ status: 0, reasons: [] }));
    told.push(health);
    return health;
  };
  const clients: Record<string, () => Promise<Pick<Answer, "status">>> = {
    readiness: () => watch(`${deployment.url}/health/ready`, seen.readiness),
    worker: () => watch(`${deployment.worker.url}/health`, seen.worker),
    products: () => call(deployment, reader!, "/app-api/product/spu/page", { pageNo: 1, pageSize: 10 }),
    order: () => call(deployment, payer!, `/app-api/trade/order/getOrderDetail?id=${waiting.orderId}`),
    nickname: () => call(deployment, reader!, "/app-api/member/user/update", { nickname: `N${Date.now()}` }),
    submit: () => submit(deployment, waiting, byCode),
  };
  let isOver = false;
  const running = Object.entries(clients).map(async ([what, ask]) => {
    while (!isOver) {
      const begun = performance.now();
      const { status } = await ask();
      seen.asked.push({ what, status, ms: Math.round(performance.now() - begun) });
      await pause(EACH_MS);
    }
  });
  return {
    seen,
    async stop() {
      isOver = true;
      await Promise.all(running);
      return seen;
    },
  };
}

export const slowest = (asked: Asked[]): Asked => asked.toSorted((one, other) => other.ms - one.ms)[0]!;

/** Whatever fails, each is told so in time. */
export function expectInTime(asked: Asked[], withinMs = BOUND_MS): void {
  expect(asked.filter(({ status }) => status === 0)).to.deep.equal([]);
  expect(slowest(asked).ms, JSON.stringify(slowest(asked))).to.be.below(withinMs);
}

/** The same, and as what may be tried again. */
export function expectAnswered(asked: Asked[]): void {
  expectInTime(asked);
  expect(asked.filter(({ status }) => status === 500)).to.deep.equal([]);
}

/** Asks until it is answered well; answers how each try went, and after how long the last one. */
export async function askUntil(
  what: string,
  ask: () => Promise<Answer>,
  isWell = ({ code }: Answer): boolean => code === 0,
): Promise<{ asked: Asked[]; ms: number }> {
  const asked: Asked[] = [];
  const begunAll = performance.now();
  await soon(what, async () => {
    const begun = performance.now();
    const answer = await ask();
    asked.push({ what, status: answer.status, ms: Math.round(performance.now() - begun) });
    if (!isWell(answer)) await pause(EACH_MS);
    return isWell(answer);
  });
  return { asked, ms: Math.round(performance.now() - begunAll) };
}

/** What was asked for before something failed: an order that waits for its payment, one that waits for its payer. */
interface Shop {
  waiting: Submitted;
  unpaid: Placed;
  buyers: Shopper[];
  skuId: number;
}

export async function openShop(deployment: Deployment): Promise<Shop> {
  const [payer, opener, ...buyers] = await makeShoppers(deployment, BUYERS + 2);
  const skuId = await skuWithStock(deployment, 100);
  const waiting = await orderAndSubmit(deployment, payer!, skuId);
  return { waiting, unpaid: await place(deployment, opener!, skuId), buyers, skuId };
}

/**
 * Work of each kind comes to its end: a payment counts, another one is opened, and orders are placed, each once however
 * often it was asked for.
 */
export async function work(deployment: Deployment, { waiting, unpaid, buyers, skuId }: Shop): Promise<string> {
  // The provider tells of it again until it is heard.
  const settled = settle(deployment, waiting.no);
  const [paid, opened, ...placed] = await Promise.all([
    askUntil(
      "the payment counts",
      () => call(deployment, waiting.who, `/app-api/trade/order/getOrderDetail?id=${waiting.orderId}`),
      ({ data }) => data?.status === 10,
    ),
    askUntil("a payment is opened", () => submit(deployment, unpaid, byCode)),
    ...buyers.map((who) =>
      askUntil("an order is placed", () => order(deployment, who, skuId, 1, `half-open-${who.memberId}`)),
    ),
  ]);
  await settled;
  const asked = [paid, opened, ...placed].flatMap((one) => one.asked);
  expectAnswered(asked);
  const memberIds = buyers.map(({ memberId }) => memberId);
  const rows = deployment.db.collection("tradeOrders").find({ memberId: { $in: memberIds } });
  const found = (await rows.toArray()).map((row) => row["memberId"] as number);
  expect(found.toSorted((one, other) => one - other)).to.deep.equal(memberIds);
  const calls = placed.flatMap((one) => one.asked).length;
  return `a payment counted after ${paid.ms} ms, another was opened after ${opened.ms} ms, ${BUYERS} orders were placed by ${calls} calls; the slowest answer took ${slowest(asked).ms} ms`;
}
