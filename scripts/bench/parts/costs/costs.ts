import { setTimeout as pause } from "node:timers/promises";
import type { Deployment } from "../../deployment.js";
import { costTable, type Taken } from "../../costTable.js";
import { count, perWalk, sumOf } from "../../counted.js";
import { drive, type Load } from "../../load.js";
import { quietForLong, withProviders } from "../../outside.js";
import type { Pace } from "../../pace.js";
import { makeMembers, stockUp, writeWallets, type BenchMember } from "../../shoppers.js";
import { short, type Table } from "../../tables.js";
import { orderWalk } from "../orders.js";

const CLIENTS = 16;
const SKUS = 60;
/** What recurs by the minute comes once. */
const IDLE_S = 60;
/** Enough for the JIT to settle. */
const WARM_ORDERS = 500;
/** The allowed share of lost races per order at 16 members. */
const MOST_LOST = 0.1;

interface Flow {
  name: string;
  clients: number;
  walk: Load["walk"];
}

/**
 * What an operation with all its jobs costs the stores and the processors, less that of an idle shop: on a deployment
 * whose processes count their commands.
 */
export const benchCosts = (deployment: Deployment, { seconds }: Pace): Promise<Table> =>
  withProviders(deployment, () => measureAll(deployment, seconds));

async function measureAll(deployment: Deployment, seconds: number): Promise<Table> {
  const members = await makeMembers(deployment, CLIENTS);
  await writeWallets(deployment, members, 1_000_000_000);
  const skuIds = await stockUp(deployment, SKUS, 1_000_000);
  const order = orderWalk(deployment, members, skuIds);
  const flows: Flow[] = [
    { name: "order, 1 member", clients: 1, walk: order },
    { name: `order, ${CLIENTS} members`, clients: CLIENTS, walk: order },
    {
      name: "cart add",
      clients: CLIENTS,
      walk: ({ post, number }, turn) =>
        post("/app-api/trade/cart/add", { skuId: skuIds[(turn * 7 + number) % skuIds.length], count: 1 }),
    },
    {
      name: "product page",
      clients: CLIENTS,
      walk: ({ post }, turn) => post("/app-api/product/spu/page", pageOf(turn)),
    },
    {
      name: "order list",
      clients: CLIENTS,
      walk: ({ post, number }) =>
        post("/app-api/trade/order/page", { userId: members[number]!.memberId, pageNo: 1, pageSize: 10 }),
    },
  ];
  await drive(loadOf(deployment, members, { walk: order, seconds: 1 }));
  for (let warm = 0; warm < WARM_ORDERS;)
    warm += (await drive(loadOf(deployment, members, { walk: order, seconds }))).walks;
  await quietForLong(deployment);
  const idle = await count(deployment, () => pause(IDLE_S * 1_000));
  const taken: (Taken & { flow: Flow })[] = [];
  const remarks: string[] = [];
  for (const flow of flows) {
    let walks = 0;
    const counted = await count(deployment, async () => {
      const load = { walk: flow.walk, seconds };
      const result = await drive(loadOf(deployment, members.slice(0, flow.clients), load));
      walks = result.walks;
      for (const [what, times] of Object.entries(result.refused)) remarks.push(`${flow.name}: ${times} x ${what}`);
      await quietForLong(deployment);
    });
    taken.push({ flow, name: flow.name, walks, each: perWalk(counted, idle, walks) });
  }
  const ofMany = taken.find(({ flow }) => flow.walk === order && flow.clients > 1)!;
  const lost = sumOf(ofMany.each.lost);
  if (lost > MOST_LOST) remarks.push(`${short(lost)} transactions an order were lost at ${CLIENTS} members`);
  return costTable(
    {
      title: "What an operation costs",
      note:
        "Commands and CPU milliseconds an operation, with all its jobs, that of an idle shop taken off. An order: settlement, create, paid from the wallet, the merchant notified.\n" +
        "The last column is the idle shop itself, a second.",
      remarks,
    },
    taken,
    idle,
  );
}

const loadOf = ({ url }: Deployment, members: readonly BenchMember[], load: Pick<Load, "walk" | "seconds">): Load => ({
  url,
  tokens: members.map(({ token }) => token),
  ...load,
});

const pageOf = (turn: number): object => ({
  pageNo: 1 + (turn % 6),
  pageSize: 10,
  sortField: "price",
  sortAsc: turn % 2 === 0,
});
