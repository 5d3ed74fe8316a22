import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { OrderType } from "#shared/domains/trade/order/order.states.js";
import { cpuMeter, percentile } from "../figures.js";
import { freePorts } from "#scripts/deployment/services.js";
import type { Deployment } from "../deployment.js";
import { Refused, shopperAt } from "../load.js";
import type { Pace } from "../pace.js";
import { runInDeployment } from "../reporter.js";
import { makeMembers, stockUp, type BenchMember } from "../shoppers.js";
import { over, type Table } from "../tables.js";

const BUYERS = 500;
const UNITS = 100;
const AT_ONCE = 64;
const SOLD_OUT = "1013008006";

interface Rush {
  answersPerSecond: number;
  /** Milliseconds, sorted: of buyers who got one, and of those refused because it was sold out. */
  boughtMs: number[];
  refusedMs: number[];
  refusalsPerSecond: number;
  orders: number;
  cpu: Record<string, number>;
}

/** Five hundred buyers rush for a hundred units, 64 at a time, and once more when it is sold out. */
export async function benchSeckill(deployment: Deployment, { rounds }: Pace): Promise<Table> {
  const members = await makeMembers(deployment, BUYERS);
  const [skuId = 0] = await stockUp(deployment, 1, 10_000_000);
  const [port, ops] = await freePorts(2);
  const secondUrl = `http://127.0.0.1:${port}`;
  const rows: Table["rows"] = [];
  const remarks: string[] = [];
  for (const urls of [[deployment.url], [deployment.url, secondUrl]]) {
    const second =
      urls.length > 1
        ? await deployment.start("api/index.js", {
            more: { PORT: String(port), OPS_PORT: String(ops) },
            readyAt: `${secondUrl}/health`,
          })
        : undefined;
    const pids = { ...deployment.pids, second: () => second?.pid };
    const name = urls.length > 1 ? "two APIs" : "one API";
    const rushes: Rush[] = [];
    // The first, a small one, warms up and is not counted.
    for (let round = 0; round <= rounds; round++) {
      const units = round === 0 ? UNITS / 5 : UNITS;
      const rush = await rushFor(deployment, {
        urls,
        buyers: members.slice(0, round === 0 ? BUYERS / 5 : BUYERS),
        skuId,
        units,
        pids,
        remark: (text) => remarks.push(`${name}: ${text}`),
      });
      if (round > 0) rushes.push(rush);
      if (rush.orders !== units) remarks.push(`${name}: ${rush.orders} orders of ${units} units`);
    }
    await second?.stop();
    const cpu = (...names: string[]) =>
      over(rushes, (rush) =>
        names.reduce((sum, each) => sum + (Number.isNaN(rush.cpu[each]!) ? 0 : rush.cpu[each]!), 0),
      );
    rows.push([
      name,
      over(rushes, ({ answersPerSecond }) => answersPerSecond),
      over(rushes, ({ boughtMs }) => percentile(boughtMs, 0.5)),
      over(rushes, ({ boughtMs }) => percentile(boughtMs, 0.99)),
      over(rushes, ({ refusalsPerSecond }) => refusalsPerSecond),
      over(rushes, ({ refusedMs }) => percentile(refusedMs, 0.99)),
      over(rushes, ({ orders }) => orders),
      cpu("api", "second"),
      cpu("worker"),
      cpu("mongodb", "redis"),
    ]);
  }
  return {
    title: "Flash sale",
    note: `${BUYERS} buyers for ${UNITS} units, ${AT_ONCE} at once; then the same buyers again when it is over. CPU seconds are of the whole rush.`,
    columns: [
      "",
      "answers/s",
      "bought p50 ms",
      "p99 ms",
      "refusals/s after",
      "p99 ms",
      "orders",
      "CPU s: api",
      "worker",
      "stores",
    ],
    rows,
    remarks,
  };
}

interface RushOf {
  urls: string[];
  buyers: BenchMember[];
  skuId: number;
  units: number;
  pids: Record<string, () => number | undefined>;
  remark: (text: string) => void;
}

async function rushFor(deployment: Deployment, { urls, buyers, skuId, units, pids, remark }: RushOf): Promise<Rush> {
  const { activityId } = await runInDeployment<{ activityId: number }>(
    deployment,
    "scripts/bench/programs/flashSale.js",
    [String(skuId), String(units)],
  );
  const meter = cpuMeter(pids);
  const rush = await everybodyOnce();
  const cpu = meter();
  const late = await everybodyOnce();
  const orders = await deployment.db.collection("activityTakes").countDocuments({ activityId });
  return {
    answersPerSecond: buyers.length / rush.seconds,
    boughtMs: rush.boughtMs,
    refusedMs: late.refusedMs,
    refusalsPerSecond: late.refusedMs.length / late.seconds,
    orders: orders === rush.boughtMs.length + late.boughtMs.length ? orders : NaN,
    cpu,
  };

  async function everybodyOnce() {
    const boughtMs: number[] = [];
    const refusedMs: number[] = [];
    let next = 0;
    const begun = performance.now();
    const line = async (number: number): Promise<void> => {
      const url = urls[number % urls.length]!;
      const connection = shopperAt(url);
      while (next < buyers.length) {
        const { token, addressId } = buyers[next++]!;
        const since = performance.now();
        try {
          await connection.as(token, number).post("/app-api/trade/order/create", {
            items: [{ skuId, count: 1 }],
            addressId,
            deliveryType: DeliveryType.express,
            pointStatus: false,
            type: OrderType.seckill,
            seckillActivityId: activityId,
          });
          boughtMs.push(performance.now() - since);
        } catch (error) {
          if (String(error).includes(SOLD_OUT)) refusedMs.push(performance.now() - since);
          else remark(error instanceof Refused ? error.what : String(error));
        }
      }
      await connection.close();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => line(number)));
    const seconds = (performance.now() - begun) / 1_000;
    const ascending = (a: number, b: number): number => a - b;
    return { seconds, boughtMs: boughtMs.sort(ascending), refusedMs: refusedMs.sort(ascending) };
  }
}
