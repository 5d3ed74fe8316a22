import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import { count, perWalk, sumOf, type Counted } from "../counted.js";
import type { Deployment } from "../deployment.js";
import { percentile } from "../figures.js";
import { drive, type Load } from "../load.js";
import { quietForLong, withProviders } from "../outside.js";
import type { Pace } from "../pace.js";
import type { History } from "../programs/fillHistory.js";
import { runInDeployment } from "../reporter.js";
import { makeMembers, operatorToken, stockUp, writeWallets, type BenchMember } from "../shoppers.js";
import { short, type Table } from "../tables.js";
import { adjectives } from "../words.js";
import { orderWalk } from "./orders.js";
import { inMemory } from "../inMemory.js";

/** The full size; orders include item, pay order and log. */
const WHOLE = { products: 100_000, members: 200_000, orders: 300_000, waiting: 100_000 };
const SHARES = [0.01, 0.1, 1];
const CLIENTS = 4;
const SKUS = 60;
const MEMBERS_AT_ONCE = 10_000;
const PAGES = 20;
/** A category and a word fill these in a hundredth of the shop too: empty pages cost nothing, and would not compare. */
const FULL_PAGES = 3;
/** How much slower a path may be at full size than at a hundredth. */
const MOST_TIMES = 1.3;
const IDLE_S = 5;
/** The part of a processor that a shop at rest takes at most: sweeps, figures, heartbeats. */
const REST_SHARE = 0.15;
const REST_TIMEOUT_MS = 240_000;

interface Flow {
  name: string;
  walk: Load["walk"];
  /** Without them the buyers. */
  members?: readonly BenchMember[];
}
interface Measured {
  p95: number;
  each: Counted;
}

/**
 * Each hot path at a hundredth, a tenth and the full size of a grown shop, on an in-memory stand-in of MongoDB: the
 * embedded one scans the whole collection wherever a filter exceeds its index, so that nothing stays flat on it.
 */
export async function benchGrowth(_: Deployment, { seconds }: Pace): Promise<Table> {
  return inMemory((deployment) => withProviders(deployment, () => measureAll(deployment, seconds)));
}

async function measureAll(deployment: Deployment, seconds: number): Promise<Table> {
  const buyers = await makeMembers(deployment, CLIENTS);
  const readers = await makeMembers(deployment, CLIENTS);
  await writeWallets(deployment, [...buyers, ...readers], 1_000_000_000);
  const skuIds = await stockUp(deployment, SKUS, 10_000_000);
  // The buyers have more orders at each size, which would not compare; the readers keep these.
  const tokensOf = (members: readonly BenchMember[]): string[] => members.map(({ token }) => token);
  const few = { url: deployment.url, tokens: tokensOf(readers), seconds: 1 };
  await drive({ ...few, walk: orderWalk(deployment, readers, skuIds) });
  const operator = await operatorToken(deployment);
  const taken = new Map<string, Measured[]>();
  const remarks: string[] = [];
  const fillS: number[] = [];
  let categoryIds: number[] = [];
  let [done, flows]: [number, Flow[]] = [0, []];
  for (const share of SHARES) {
    const begun = performance.now();
    categoryIds = await grow(deployment, { from: done, to: share, buyer: buyers[0]!, skuId: skuIds[0]! });
    done = share;
    fillS.push((performance.now() - begun) / 1_000);
    await quietForLong(deployment);
    flows = flowsOf(deployment, { buyers, readers, skuIds, categoryIds, operator });
    const idle = await atRest(deployment);
    const busy = shareOf(idle);
    if (busy > REST_SHARE)
      remarks.push(
        `at ${share * 100} % the shop was not at rest: ${short(busy * 100)} % of a processor, ${mostOf(idle.commands)}`,
      );
    for (const { name, walk, members = buyers } of flows) {
      const load = { url: deployment.url, tokens: tokensOf(members), walk };
      await drive({ ...load, seconds: 1 });
      let [walks, p95] = [0, NaN];
      const counted = await count(deployment, async () => {
        const result = await drive({ ...load, seconds });
        [walks, p95] = [result.walks, percentile(result.walkMs, 0.95)];
        for (const [what, times] of Object.entries(result.refused)) remarks.push(`${name}: ${times} x ${what}`);
        await quietForLong(deployment);
      });
      taken.set(name, [...(taken.get(name) ?? []), { p95, each: perWalk(counted, idle, walks) }]);
    }
  }
  return tableOf(flows, taken, fillS, remarks);
}

/** Waits for what the workers have to do about so many new rows; returns what the shop does at rest. */
async function atRest(deployment: Deployment): Promise<Counted> {
  const until = performance.now() + REST_TIMEOUT_MS;
  for (;;) {
    const idle = await count(deployment, () => new Promise((over) => setTimeout(over, IDLE_S * 1_000)));
    if (shareOf(idle) <= REST_SHARE || performance.now() > until) return idle;
  }
}

/** Of one processor, by API, worker and store. */
const shareOf = ({ cpuMs, seconds }: Counted): number =>
  (cpuMs["api"]! + cpuMs["worker"]! + cpuMs["mongodb"]!) / 1_000 / seconds;

const mostOf = (commands: Map<string, number>): string =>
  [...commands]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 5)
    .map(([name, times]) => `${times} x ${name}`)
    .join(", ");

interface Growing {
  from: number;
  to: number;
  buyer: BenchMember;
  skuId: number;
}

/** Grows the shop from one share to another; returns the categories of the products. */
async function grow(deployment: Deployment, { from, to, buyer, skuId }: Growing): Promise<number[]> {
  const part = (whole: number): { first: number; last: number } => ({
    first: Math.round(whole * from),
    last: Math.round(whole * to),
  });
  const products = part(WHOLE.products);
  const { categoryIds } = await runInDeployment<{ categoryIds: number[] }>(
    deployment,
    "scripts/bench/programs/fillCatalog.js",
    [`${products.first}`, `${products.last}`],
  );
  const wanted = part(WHOLE.members);
  let first: number | undefined;
  for (let left = wanted.last - wanted.first; left > 0; left -= MEMBERS_AT_ONCE) {
    const made = await makeMembers(deployment, Math.min(MEMBERS_AT_ONCE, left));
    first ??= made[0]!.memberId;
  }
  const orders = part(WHOLE.orders);
  const history: History = {
    buyer,
    members: { first: first!, count: wanted.last - wanted.first },
    skuId,
    orders: orders.last - orders.first,
  };
  await runInDeployment(deployment, "scripts/bench/programs/fillHistory.js", [JSON.stringify(history)]);
  const waiting = part(WHOLE.waiting);
  await runInDeployment(deployment, "scripts/bench/programs/fillQueue.js", [
    "vod",
    `${waiting.last - waiting.first}`,
    "0",
  ]);
  return categoryIds;
}

interface Surroundings {
  buyers: BenchMember[];
  readers: BenchMember[];
  skuIds: number[];
  categoryIds: number[];
  operator: string;
}

function flowsOf(deployment: Deployment, surroundings: Surroundings): Flow[] {
  const { buyers, readers, skuIds, categoryIds, operator } = surroundings;
  const sorts = ["price", "salesCount", "createTime"];
  const products = (turn: number, pages = PAGES): object => ({
    pageNo: 1 + (Math.floor(turn / 6) % pages),
    pageSize: 10,
    sortField: sorts[turn % 3],
    sortAsc: turn % 2 === 0,
  });
  const page = (turn: number): object => ({ pageNo: 1 + (turn % PAGES), pageSize: 20 });
  const query = (fields: object): string =>
    Object.entries(fields)
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
      .join("&");
  const asOperator = async (path: string): Promise<void> => {
    const answer = await fetch(deployment.url + path, { headers: { authorization: `Bearer ${operator}` } });
    const { code, msg } = (await answer.json()) as { code: number; msg: string };
    if (code !== 0) throw new Error(`${path}: ${code} ${msg}`);
  };
  return [
    { name: "whole order", walk: orderWalk(deployment, buyers, skuIds) },
    { name: "products, all", walk: ({ post }, turn) => post("/app-api/product/spu/page", products(turn)) },
    {
      name: "products of a category",
      walk: ({ post }, turn) =>
        post("/app-api/product/spu/page", {
          ...products(turn, FULL_PAGES),
          categoryId: categoryIds[turn % categoryIds.length],
        }),
    },
    {
      name: "search by a word",
      walk: ({ post }, turn) =>
        post("/app-api/product/spu/page", {
          ...products(turn, FULL_PAGES),
          keyword: adjectives[turn % adjectives.length],
        }),
    },
    {
      name: "cart add",
      walk: ({ post, number }, turn) =>
        post("/app-api/trade/cart/add", { skuId: skuIds[(turn * 7 + number) % skuIds.length], count: 1 }),
    },
    {
      name: "a member's orders",
      members: readers,
      walk: ({ post, number }) =>
        post("/app-api/trade/order/page", { userId: readers[number]!.memberId, pageNo: 1, pageSize: 10 }),
    },
    { name: "operator: orders", walk: (_, turn) => asOperator(`/admin-api/trade/order/page?${query(page(turn))}`) },
    {
      name: "operator: completed orders",
      walk: (_, turn) =>
        asOperator(`/admin-api/trade/order/page?${query({ ...page(turn), status: OrderStatus.completed })}`),
    },
    { name: "operator: members", walk: (_, turn) => asOperator(`/admin-api/member/user/page?${query(page(turn))}`) },
    { name: "operator: products of each tab", walk: () => asOperator("/admin-api/product/spu/get-count") },
    { name: "operator: products", walk: (_, turn) => asOperator(`/admin-api/product/spu/page?${query(page(turn))}`) },
  ];
}

function tableOf(
  flows: readonly Flow[],
  taken: ReadonlyMap<string, Measured[]>,
  fillS: readonly number[],
  remarks: string[],
): Table {
  const rows = flows.flatMap(({ name }): Table["rows"] => {
    const measured = taken.get(name)!;
    const times = measured.at(-1)!.p95 / measured[0]!.p95;
    if (times > MOST_TIMES) remarks.push(`${name}: ${short(times)} times as slow as in a hundredth of the shop`);
    return [
      [name, ...measured.map(({ p95 }) => p95), times],
      ["  commands of MongoDB", ...measured.map(({ each }) => sumOf(each.commands)), ""],
      ["  CPU ms of API and worker", ...measured.map(({ each }) => each.cpuMs["api"]! + each.cpuMs["worker"]!), ""],
      ["  CPU ms of the store", ...measured.map(({ each }) => each.cpuMs["mongodb"]!), ""],
    ];
  });
  const count = (whole: number): string => whole.toLocaleString("en");
  return {
    title: "Growth",
    note:
      `The whole: ${count(WHOLE.products)} products, ${count(WHOLE.members)} members, ${count(WHOLE.orders)} orders that ended, each with item, pay order and log, ${count(WHOLE.waiting)} jobs that wait in a queue at rest. ${CLIENTS} clients; p95 in ms.\n` +
      "On a stand-in of MongoDB in memory, for figures alone.",
    columns: ["", ...SHARES.map((share) => `${share * 100} %`), "whole / hundredth"],
    rows: [...rows, ["seconds to fill it", ...fillS, ""]],
    remarks,
  };
}
