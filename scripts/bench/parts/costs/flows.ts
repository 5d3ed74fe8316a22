import { setTimeout as pause } from "node:timers/promises";
import { OrderType } from "#shared/domains/trade/order/order.states.js";
import { AfterSaleWay } from "#shared/domains/trade/afterSale/afterSale.states.js";
import { costTable, type Taken } from "../../costTable.js";
import { count, perWalk } from "../../counted.js";
import type { Deployment } from "../../deployment.js";
import { shopperAt, type Shopper } from "../../load.js";
import { comesTrue, quietForLong, withProviders } from "../../outside.js";
import { runInDeployment } from "../../reporter.js";
import { callOffice, makeMembers, operatorToken, stockUp, writeWallets, type BenchMember } from "../../shoppers.js";
import type { Table } from "../../tables.js";
import { buy } from "../orders.js";

/** Of each flow; the first ones make what is made once, and are not counted. */
const TURNS = 15;
const WARM = 5;
const IDLE_S = 60;
const PASSWORD = "Bench-password-1";

interface Flow {
  name: string;
  /** What has to be there before a turn, not counted. */
  prepare?: (turn: number) => Promise<unknown>;
  walk: (turn: number) => Promise<unknown>;
}

/** What else members do, one after the other, each with all its jobs: on a deployment whose processes count commands. */
export const benchFlows = (deployment: Deployment): Promise<Table> =>
  withProviders(deployment, () => measureAll(deployment));

async function measureAll(deployment: Deployment): Promise<Table> {
  const connection = shopperAt(deployment.url);
  try {
    const flows = await flowsOf(deployment, (member) => connection.as(member?.token ?? "", 0));
    for (const { prepare, walk } of flows)
      for (let turn = 0; turn < WARM; turn++) {
        await prepare?.(turn);
        await walk(turn);
      }
    await quietForLong(deployment);
    const idle = await count(deployment, () => pause(IDLE_S * 1_000));
    const taken: Taken[] = [];
    for (const { name, prepare, walk } of flows) {
      for (let turn = WARM; turn < TURNS; turn++) await prepare?.(turn);
      await quietForLong(deployment);
      const counted = await count(deployment, async () => {
        for (let turn = WARM; turn < TURNS; turn++) await walk(turn);
        await quietForLong(deployment);
      });
      const walks = TURNS - WARM;
      taken.push({ name, walks, each: perWalk(counted, idle, walks) });
    }
    return costTable(
      {
        title: "What else members do",
        note:
          "One after the other, each with all its jobs, that of an idle shop taken off. A recharge: created, submitted, looked at, paid at the channel, credited.\n" +
          "Orders of a flash sale, and both of a group of two: settlement, create, paid from the wallet. An after-sale: applied for and agreed to; a refund: paid out to the wallet.",
        remarks: [],
      },
      taken,
      idle,
    );
  } finally {
    await connection.close();
  }
}

type As = (member?: BenchMember) => Shopper;

async function flowsOf(deployment: Deployment, as: As): Promise<Flow[]> {
  const members = await makeMembers(deployment, 2 * TURNS);
  const [buyers, friends] = [members.slice(0, TURNS), members.slice(TURNS)];
  await writeWallets(deployment, members, 1_000_000_000);
  const [skuId = 0] = await stockUp(deployment, 1, 1_000_000);
  const token = await operatorToken(deployment);
  const office = (method: string, path: string, body: object): Promise<unknown> =>
    callOffice(deployment, method, `/admin-api/${path}`, body, token);
  const bought: number[] = [];
  return [
    { name: "sign-in", walk: await signIn(deployment, members, as) },
    { name: "cart add", walk: () => as(buyers[0]).post("/app-api/trade/cart/add", { skuId, count: 1 }) },
    { name: "recharge", walk: (turn) => recharge(deployment, as(buyers[turn]), buyers[turn]!) },
    { name: "flash sale", walk: await flashSale(deployment, buyers, skuId, as) },
    { name: "group of two", walk: await groupOrder(deployment, { buyers, friends, skuId, as, office }) },
    {
      name: "after-sale",
      prepare: async (turn) => {
        bought[turn] = await buyPaid(deployment, as(buyers[turn]), buyers[turn]!, skuId);
      },
      walk: async (turn) => {
        await office("PUT", "trade/after-sale/agree", { id: await applyFor(as(buyers[turn]), bought[turn]!) });
      },
    },
    ...refunds(deployment, { buyers, skuId, as, office }),
  ];
}

async function signIn(deployment: Deployment, members: readonly BenchMember[], as: As): Promise<Flow["walk"]> {
  const { hash } = await runInDeployment<{ hash: string }>(deployment, "scripts/bench/programs/hashOf.js", [PASSWORD]);
  const rows = deployment.db.collection<{ _id: number; mobile: string }>("members");
  const ids = { _id: { $in: members.map(({ memberId }) => memberId) } };
  await rows.updateMany(ids, { $set: { passwordHash: hash } });
  const mobiles = (await rows.find(ids).toArray()).map(({ mobile }) => mobile);
  return (turn) => as().post("/app-api/member/auth/login", { mobile: mobiles[turn], password: PASSWORD });
}

async function recharge(deployment: Deployment, shopper: Shopper, { memberId }: BenchMember): Promise<void> {
  const body = { payPrice: 10_000 };
  const { payOrderId } = (await shopper.post("/app-api/pay/wallet-recharge/create", body)) as { payOrderId: number };
  await shopper.post("/app-api/pay/order/submit", {
    id: payOrderId,
    userId: memberId,
    channelCode: "payplat_pc",
    displayMode: "form",
    returnUrl: `${deployment.url}/paid`,
  });
  const { no } = (await shopper.get(`/app-api/pay/order/get?id=${payOrderId}&sync=false`)) as { no: string };
  const settled = await fetch(`http://127.0.0.1:${deployment.sandboxPort}/sandbox/pay/orders/${no}/settle`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ outcome: "success" }),
  });
  if (!settled.ok) throw new Error(`the channel answered ${settled.status}`);
}

async function flashSale(
  deployment: Deployment,
  buyers: readonly BenchMember[],
  skuId: number,
  as: As,
): Promise<Flow["walk"]> {
  const program = "scripts/bench/programs/flashSale.js";
  const args = [String(skuId), String(TURNS)];
  const { activityId } = await runInDeployment<{ activityId: number }>(deployment, program, args);
  const more = { type: OrderType.seckill, seckillActivityId: activityId };
  return (turn) => buy(deployment, as(buyers[turn]), buyers[turn]!, skuId, more);
}

interface Shop {
  buyers: readonly BenchMember[];
  skuId: number;
  as: As;
  office: (method: string, path: string, body: object) => Promise<unknown>;
}

/** A member opens a group, a friend completes it: two orders. */
async function groupOrder(
  deployment: Deployment,
  { buyers, friends, skuId, as, office }: Shop & { friends: readonly BenchMember[] },
): Promise<Flow["walk"]> {
  const sku = await deployment.db
    .collection<{ _id: number; spuId: number }>("skus")
    .findOne({ _id: skuId }, { projection: { spuId: 1 } });
  const activityId = await office("POST", "promotion/combination-activity/create", {
    name: "Bench group",
    spuId: sku!.spuId,
    startTime: Date.now() - 60_000,
    endTime: Date.now() + 86_400_000,
    userSize: 2,
    limitDuration: 1,
    singleLimitCount: 1,
    products: [{ skuId, combinationPrice: 100 }],
  });
  const group = { type: OrderType.group, combinationActivityId: activityId };
  const records = deployment.db.collection<{ _id: number; orderId: number }>("combinationRecords");
  return async (turn) => {
    const [buyer, friend] = [buyers[turn]!, friends[turn]!];
    const orderId = await buyPaid(deployment, as(buyer), buyer, skuId, group);
    const head = await records.findOne({ orderId });
    await buy(deployment, as(friend), friend, skuId, { ...group, combinationHeadId: head?._id });
  };
}

/** The order is marked as paid by a job, soon after its payment. */
async function buyPaid(deployment: Deployment, ...bought: RestOf<typeof buy>): Promise<number> {
  const orderId = await buy(deployment, ...bought);
  const orders = deployment.db.collection<{ _id: number }>("tradeOrders");
  const isPaid = (): Promise<boolean> =>
    orders.countDocuments({ _id: orderId, payStatus: true }).then((found) => found > 0);
  if (!(await comesTrue(isPaid, 20))) throw new Error(`order ${orderId} is not paid`);
  return orderId;
}
type RestOf<F> = F extends (first: never, ...rest: infer R) => unknown ? R : never;

/** A member applies for the money of an order that was not shipped; returns the after-sale's id. */
async function applyFor(shopper: Shopper, orderId: number): Promise<unknown> {
  const detail = await shopper.get(`/app-api/trade/order/getOrderDetail?id=${orderId}`);
  const [item] = (detail as { items: { id: number; payPrice: number }[] }).items;
  return shopper.post("/app-api/trade/after-sale/create", {
    orderItemId: item!.id,
    way: AfterSaleWay.refundOnly,
    refundPrice: item!.payPrice,
    applyReason: "Changed my mind",
  });
}

function refunds(deployment: Deployment, { buyers, skuId, as, office }: Shop): Flow[] {
  const agreed: unknown[] = [];
  const prepare = async (turn: number): Promise<void> => {
    const shopper = as(buyers[turn]);
    agreed[turn] = await applyFor(shopper, await buyPaid(deployment, shopper, buyers[turn]!, skuId));
    await office("PUT", "trade/after-sale/agree", { id: agreed[turn] });
  };
  return [{ name: "refund", prepare, walk: (turn) => office("PUT", "trade/after-sale/refund", { id: agreed[turn] }) }];
}
