import { setTimeout as pause } from "node:timers/promises";
import { startDeployment, type Deployment } from "../deployment.js";
import type { Load } from "../load.js";
import type { Pace } from "../pace.js";
import { runReporter } from "../reporter.js";
import { fillWallets, makeMembers, stockUp } from "../shoppers.js";
import { measureAll, measure, rowOf, type Round } from "../sideBySide.js";
import { over, type Table } from "../tables.js";
import { orderWalk } from "./orders.js";

const CLIENTS = 16;
const FILL = "scripts/bench/programs/fillCatalog.js";
const BUILDS = { rs: "in Rust", py: "in Python" } as const;
type Build = keyof typeof BUILDS;
/** Filled before the first round, so that pages have something to skip. */
const PRODUCTS = 1_000;
const PAGES = 10;
const MORE_PRODUCTS = 200;
const WRITTEN = "product written";
/** Responses are cached for a second: after this time none is. */
const EXPIRED_MS = 1_100;

interface Side {
  deployment: Deployment;
  tokens: string[];
  walks: Record<string, Load["walk"]>;
  filled: number;
}

/** The same work on both builds of the embedded MongoDB, in turn; each other build gets its own deployment. */
export async function benchStores(deployment: Deployment, { rounds, seconds }: Pace): Promise<Table> {
  const opened: Deployment[] = [];
  const open = async (build: Build): Promise<Side> => {
    if (deployment.stores.servers.some(({ name }) => name === `secantusd-${build}`)) return prepare(deployment);
    const own = await startDeploymentOn(build);
    opened.push(own);
    return prepare(own);
  };
  try {
    const sides = { rs: await open("rs"), py: await open("py") };
    const remarks: string[] = [];
    const rows: Table["rows"] = [];
    for (const name of [...Object.keys(sides.rs.walks), WRITTEN]) {
      const taken: Record<Build, Round[]> = { rs: [], py: [] };
      for (let round = 0; round <= rounds; round++)
        for (const build of ["rs", "py"] as const) {
          const side = sides[build];
          const walk = side.walks[name];
          const measured = walk ? await walked(side, walk, round === 0 ? 2 : seconds) : await fill(side);
          if (round > 0) taken[build].push(measured);
          for (const [what, times] of Object.entries(measured.result.refused))
            remarks.push(`${name}, ${BUILDS[build]}: ${times} x ${what}`);
        }
      rows.push(rowOf(`${name}, ${BUILDS.rs}`, taken.rs), rowOf(`  ${BUILDS.py}`, taken.py));
      rows.push([
        "  Rust / Python",
        over(
          taken.rs.map((one, index) => one.perSecond / taken.py[index]!.perSecond),
          (x) => x,
        ),
      ]);
    }
    return {
      title: "Both builds of the embedded MongoDB",
      note: `${CLIENTS} clients; a cold page is one that nobody has read within the last second, of ${PRODUCTS.toLocaleString("en")} products and more.`,
      columns: ["", "per second", "p50 ms", "p99 ms", "CPU s/1,000", "api", "worker", "stores", "client"],
      rows,
      remarks,
    };
  } finally {
    await Promise.all(opened.map((one) => one.stop()));
  }
}

/** The environment selects the source of the backing services. */
async function startDeploymentOn(build: Build): Promise<Deployment> {
  const before = { ...process.env };
  Object.assign(process.env, { SERVICES_FROM: "mongodb=wheel", EMBEDDED_MONGODB: build });
  try {
    return await startDeployment();
  } finally {
    for (const name of ["SERVICES_FROM", "EMBEDDED_MONGODB"])
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
  }
}

async function prepare(deployment: Deployment): Promise<Side> {
  const members = await makeMembers(deployment, CLIENTS);
  await fillWallets(deployment, members, 1_000_000_000);
  const skuIds = await stockUp(deployment, 60, 1_000_000);
  const { categoryIds } = await runReporter<{ categoryIds: number[] }>(deployment, FILL, ["0", `${PRODUCTS}`]);
  const sortFields = ["price", "salesCount", "createTime"];
  // Each turn another page of another list: none repeats while its response is cached.
  const coldPage = (turn: number): object => ({
    pageNo: 1 + (Math.floor(turn / categoryIds.length / 6) % PAGES),
    pageSize: 10,
    categoryId: categoryIds[turn % categoryIds.length],
    sortField: sortFields[Math.floor(turn / categoryIds.length) % 3],
    sortAsc: Math.floor(turn / categoryIds.length / 3) % 2 === 0,
  });
  return {
    deployment,
    tokens: members.map(({ token }) => token),
    filled: PRODUCTS,
    walks: {
      "whole order": orderWalk(deployment, members, skuIds),
      "cart add": ({ post, number }, turn) =>
        post("/app-api/trade/cart/add", { skuId: skuIds[(turn * 7 + number) % skuIds.length], count: 1 }),
      "cold catalog page": ({ post }, turn) => post("/app-api/product/spu/page", coldPage(turn)),
    },
  };
}

async function walked({ deployment, tokens }: Side, walk: Load["walk"], seconds: number): Promise<Round> {
  await pause(EXPIRED_MS);
  const { mongodb, redis, api, worker } = deployment.pids;
  return measure({ url: deployment.url, tokens, seconds, walk }, { api, worker, mongodb, redis });
}

/** A walk is a product. */
async function fill(side: Side): Promise<Round> {
  const { mongodb } = side.deployment.pids;
  const range = [side.filled, (side.filled += MORE_PRODUCTS)].map(String);
  return measureAll(
    async () => {
      const { seconds } = await runReporter<{ seconds: number }>(side.deployment, FILL, range);
      const walkMs = Float64Array.of((seconds * 1_000) / MORE_PRODUCTS);
      return { walks: MORE_PRODUCTS, seconds, walkMs, refused: {} };
    },
    { mongodb },
  );
}
