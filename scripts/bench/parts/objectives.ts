import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import type { Deployment } from "../deployment.js";
import { p50, p99, type Shopper } from "../load.js";
import { comesTrue, quiet, withProviders } from "../outside.js";
import { keepPace, type PacedWalk } from "../pacedLoad.js";
import type { Pace } from "../pace.js";
import { makeMembers, operatorToken, stockUp, fillWallets } from "../shoppers.js";
import { cpuMeter, percentile } from "../figures.js";
import type { Table } from "../tables.js";
import { orderWalk } from "./orders.js";

/** Unpaid orders expire after this time, so that their expiry falls within the load. */
export const environmentOfObjectives = { ORDER_PAY_EXPIRE_SECONDS: "60" };

const CLIENTS = 16;
/** Arrivals per second at load 1: a fifth of what this machine's store settles. */
const A_SECOND = { browse: 8, wallet: 2, channel: 2, leave: 0.5 };
const PAID_WITHIN_S = 30;
const QUIET_WITHIN_S = 240;

interface ObjectiveRow {
  name: string;
  withinMs: number | null;
  share: number;
  lastDay: { kept: number; missed: number };
  p50Ms: number | null;
  p99Ms: number | null;
}

/** Ten minutes of mixed member activity: its response times, and how far the shop meets its objectives. */
export function benchObjectives(deployment: Deployment, { minutes, load }: Pace): Promise<Table> {
  return withProviders(deployment, async () => {
    const members = await makeMembers(deployment, CLIENTS);
    await fillWallets(deployment, members, 1_000_000_000);
    const skuIds = await stockUp(deployment, 60, 1_000_000);
    const tokens = members.map(({ token }) => token);
    const walks: PacedWalk[] = Object.entries({
      browse: browsing(skuIds),
      wallet: orderWalk(deployment, members, skuIds),
      channel: payingAtChannel(deployment, members, skuIds),
      leave: (shopper: Shopper, turn: number) => order(shopper, turn, members, skuIds),
    }).map(([name, walk]) => ({
      name,
      perSecond: A_SECOND[name as keyof typeof A_SECOND] * load,
      clients: CLIENTS,
      tokens,
      walk,
    }));
    const { api, worker, mongodb, redis } = deployment.pids;
    const meter = cpuMeter({ api, worker, mongodb, redis });
    const results = await keepPace(deployment.url, minutes * 60, walks);
    const cpu = meter();
    const remarks = results.flatMap(({ refused }, at) =>
      Object.entries(refused).map(([what, times]) => `${walks[at]!.name}: ${times} x ${what}`),
    );
    if (!(await quiet(deployment, QUIET_WITHIN_S))) remarks.push("work was left");
    // Processes write their counts every five seconds.
    const objectives = await objectivesOf(deployment);
    const busy = Object.entries(cpu)
      .map(([name, seconds]) => `${name} ${Math.round((seconds / (minutes * 60)) * 100)} %`)
      .join(", ");
    return {
      title: "Objectives under a mixed load",
      note: `${minutes} minutes; a second ${walks.map(({ name, perSecond }) => `${perSecond} ${name}`).join(", ")}. Walks count from the moment that they were to begin; channel: until the order shows as paid. Of a processor: ${busy}.`,
      columns: ["", "count", "p50 ms", "p95 ms", "p99 ms", "kept %", "promised"],
      rows: [
        ...results.map((result, at): Table["rows"][number] => [
          walks[at]!.name,
          result.walks,
          p50(result),
          percentile(result.walkMs, 0.95),
          p99(result),
          "",
          "",
        ]),
        ...objectives.map((one): Table["rows"][number] => [
          one.name,
          one.lastDay.kept + one.lastDay.missed,
          one.p50Ms ?? NaN,
          "",
          one.p99Ms ?? NaN,
          (one.lastDay.kept * 100) / (one.lastDay.kept + one.lastDay.missed),
          `${one.share * 100} %${one.withinMs === null ? "" : ` in ${one.withinMs / 1_000} s`}`,
        ]),
      ],
      remarks,
    };
  });
}

/** Reads the objectives once every process has written its counts: none grows any more. */
async function objectivesOf(deployment: Deployment): Promise<ObjectiveRow[]> {
  const token = await operatorToken(deployment);
  const read = async (): Promise<ObjectiveRow[]> => {
    const answer = await fetch(`${deployment.url}/admin-api/infra/objective/list`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await answer.json()) as { data: ObjectiveRow[] }).data;
  };
  let before = "";
  let steady = 0;
  await comesTrue(async () => {
    const now = JSON.stringify(await read());
    steady = now === before ? steady + 1 : 0;
    before = now;
    return steady > 60;
  }, 30);
  return read();
}

const skuOf = (skuIds: readonly number[], turn: number): number => skuIds[turn % skuIds.length]!;

const browsing =
  (skuIds: readonly number[]) =>
  async (shopper: Shopper, turn: number): Promise<void> => {
    await shopper.post("/app-api/product/spu/page", { pageNo: 1 + (turn % 3), pageSize: 10 });
    await shopper.post("/app-api/trade/cart/add", { skuId: skuOf(skuIds, turn), count: 1 });
  };

type Members = Awaited<ReturnType<typeof makeMembers>>;

async function order(
  shopper: Shopper,
  turn: number,
  members: Members,
  skuIds: readonly number[],
): Promise<{ id: number; payOrderId: number }> {
  const items = [{ skuId: skuOf(skuIds, turn * 7), count: 1 }];
  const basket = {
    items,
    addressId: members[shopper.number]!.addressId,
    deliveryType: DeliveryType.express,
    pointStatus: false,
  };
  await shopper.post("/app-api/trade/order/settlement", basket);
  return (await shopper.post("/app-api/trade/order/create", basket)) as { id: number; payOrderId: number };
}

/** Requests a QR code, pays at the provider, and polls until the order is paid, as an app does. */
const payingAtChannel =
  (deployment: Deployment, members: Members, skuIds: readonly number[]) =>
  async (shopper: Shopper, turn: number): Promise<void> => {
    const { id, payOrderId } = await order(shopper, turn, members, skuIds);
    await shopper.post("/app-api/pay/order/submit", {
      id: payOrderId,
      userId: members[shopper.number]!.memberId,
      channelCode: turn % 2 === 0 ? "social_native" : "payplat_pc",
      displayMode: turn % 2 === 0 ? "qr_code" : "url",
      returnUrl: `${deployment.url}/paid`,
    });
    const attempt = await deployment.db
      .collection<{ payOrderId: number; no: string }>("payAttempts")
      .findOne({ payOrderId });
    const settled = await fetch(`http://127.0.0.1:${deployment.sandboxPort}/sandbox/pay/orders/${attempt!.no}/settle`, {
      method: "POST",
    });
    if (!settled.ok) throw new Error(`the platform settled nothing: ${settled.status}`);
    const isPaid = async (): Promise<boolean> => {
      const detail = (await shopper.get(`/app-api/trade/order/getOrderDetail?id=${id}`)) as { status: number };
      return detail.status === OrderStatus.toShip;
    };
    if (!(await comesTrue(isPaid, PAID_WITHIN_S))) throw new Error("not paid in time");
  };
