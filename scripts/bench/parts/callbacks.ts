import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import { freePorts } from "#scripts/deployment/services.js";
import type { Program } from "#scripts/deployment/program.js";
import type { Deployment } from "../deployment.js";
import { onceEach, p50, p99 } from "../load.js";
import { comesTrue, quiet, withProviders } from "../outside.js";
import type { Pace } from "../pace.js";
import { makeMembers, stockUp } from "../shoppers.js";
import { cpuOf, measureAll, type Round } from "../sideBySide.js";
import { noticesOf } from "../signedNotices.js";
import { over, type Table } from "../tables.js";
import { makeWaitingOrders, type WaitingOrder } from "../waitingOrders.js";

const CLIENTS = 16;
/** Notices of a round per second of its length: what the slowest store settles in about that time. */
const A_SECOND = 25;
const WARM_UP = 10;
const TIMEOUT_S = 60;

const kinds = [
  { name: "WeChat Pay", provider: "wechatpay", channelCode: "social_native" },
  { name: "Alipay", provider: "alipay", channelCode: "payplat_pc" },
] as const;

interface Settling extends Round {
  settledPerSecond: number;
}

/** Providers report many payments at once: from the first signed notice until the last order is paid. */
export function benchCallbacks(deployment: Deployment, { rounds, seconds }: Pace): Promise<Table> {
  return withProviders(deployment, async () => {
    const members = await makeMembers(deployment, CLIENTS);
    const skuIds = await stockUp(deployment, 60, 1_000_000);
    const memberIds = members.map(({ memberId }) => memberId);
    const addressId = members[0]!.addressId;
    const bare = await startBare(deployment);
    const signing = noticesOf(deployment.keys);
    const count = Math.ceil(A_SECOND * seconds);
    const rows: Table["rows"] = [];
    const remarks: string[] = [];
    for (const { name, provider, channelCode } of kinds) {
      const taken: Record<"ours" | "bare", Settling[]> = { ours: [], bare: [] };
      for (let round = 0; round <= rounds; round++) {
        const wanted = { memberIds, addressId, skuIds, channelCode, notifyUrl: "" };
        const orders = await makeWaitingOrders(deployment, { ...wanted, count: round === 0 ? WARM_UP : count });
        const notices = orders.map(signing[provider]);
        const { api, worker, mongodb, redis } = deployment.pids;
        let settled = NaN;
        const begun = performance.now();
        const ours = await measureAll(
          () =>
            onceEach({
              url: deployment.url,
              clients: CLIENTS,
              items: notices,
              walk: (connection, { channelId, headers, body }) =>
                connection.send({ path: `/callback/pay/${channelId}`, headers, body }),
            }),
          { api, worker, mongodb, redis },
          async () => {
            const inTime = await comesTrue(() => arePaid(deployment, orders), TIMEOUT_S);
            settled = (performance.now() - begun) / 1_000;
            if (!inTime) remarks.push(`${name}: not all orders were paid after ${TIMEOUT_S} s`);
            if (!(await quiet(deployment, TIMEOUT_S))) remarks.push(`${name}: work was left`);
          },
        );
        const plain = await measureAll(
          () =>
            onceEach({
              url: bare.url,
              clients: CLIENTS,
              items: notices,
              walk: (connection, { headers, body }) => connection.send({ path: `/${provider}`, headers, body }),
            }),
          { api: () => bare.pid, mongodb },
        );
        for (const [side, { result }] of Object.entries({ ours, bare: plain }))
          for (const [what, times] of Object.entries(result.refused))
            remarks.push(`${name}, ${side}: ${times} x ${what}`);
        if (round === 0) continue;
        taken.ours.push({ ...ours, settledPerSecond: orders.length / settled });
        taken.bare.push({ ...plain, settledPerSecond: plain.perSecond });
      }
      rows.push(rowOf(name, taken.ours), rowOf("  bare", taken.bare), ratiosOf(taken));
    }
    await bare.stop();
    return {
      title: "Payments told by callback",
      note: `${count} signed notices of as many waiting orders from ${CLIENTS} clients; settled: until every order is 10. CPU is of all that follows from them, rewards too. bare: Koa that checks the signature and writes one row.`,
      columns: ["", "settled/s", "taken/s", "p50 ms", "p99 ms", "CPU s/1,000", "api", "worker", "stores", "client"],
      rows,
      remarks,
    };
  });
}

async function startBare(deployment: Deployment): Promise<Program & { url: string }> {
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const program = await deployment.start("scripts/bench/programs/bareCallbacks.js", {
    more: { BARE_PORT: String(port) },
    readyAt: `${url}/health`,
  });
  return { ...program, url };
}

/** Whether all pay orders and their orders are paid. */
async function arePaid({ db }: Deployment, orders: readonly WaitingOrder[]): Promise<boolean> {
  const left = (collection: string, ids: number[], paid: number) =>
    db.collection<{ _id: number }>(collection).countDocuments({ _id: { $in: ids }, status: { $ne: paid } });
  const ids = orders.map(({ orderId }) => orderId);
  return (
    (await left("tradeOrders", ids, OrderStatus.toShip)) === 0 &&
    (await left(
      "payOrders",
      orders.map((one) => one.payOrderId),
      PayStatus.paid,
    )) === 0
  );
}

function rowOf(name: string, rounds: Settling[]): Table["rows"][number] {
  const cpu = (...names: string[]) =>
    over(rounds, (round) => names.reduce((total, each) => total + (round.cpu[each] ?? 0), 0));
  return [
    name,
    over(rounds, ({ settledPerSecond }) => settledPerSecond),
    over(rounds, ({ perSecond }) => perSecond),
    over(rounds, ({ result }) => p50(result)),
    over(rounds, ({ result }) => p99(result)),
    over(rounds, (round) => cpuOf(round.cpu)),
    cpu("api"),
    cpu("worker"),
    cpu("mongodb", "redis"),
    cpu("client"),
  ];
}

function ratiosOf({ ours, bare }: Record<"ours" | "bare", Settling[]>): Table["rows"][number] {
  const ratio = (of: (round: Settling) => number) =>
    over(
      ours.map((one, index) => of(one) / of(bare[index]!)),
      (x) => x,
    );
  return [
    "  ours / bare",
    ratio((round) => round.settledPerSecond),
    ratio((round) => round.perSecond),
    ratio(({ result }) => p50(result)),
    ratio(({ result }) => p99(result)),
    ratio((round) => cpuOf(round.cpu)),
  ];
}
