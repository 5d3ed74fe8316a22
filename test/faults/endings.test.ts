import { expect } from "chai";
import { byKind, expectInvariants, pause, say, seeds, soon } from "./experiment.js";
import type { Deployment } from "./deployment.js";
import {
  couponOrderOf,
  giveCoupons,
  givePoints,
  pointsOf,
  signInOperator,
  startSeckill,
  stockOf,
  takePoints,
} from "./rewards.js";
import { useSharedDeployment } from "./sharedDeployment.js";
import {
  byCode,
  byWallet,
  call,
  control,
  currentNo,
  makeShoppers,
  orderOf,
  seeded,
  settle,
  skuWithStock,
  submit,
  untilTold,
  type Answer,
  type Placed,
  type Shopper,
} from "./shoppers.js";
import { fund, moneyOf } from "./wallets.js";

/** Orders over all seeds; FAULT_ROUNDS=200 is the long run. */
const rounds = Number(process.env["FAULT_ROUNDS"] ?? 60);
/** So many of them at the same time. */
const LANES = 8;
/** One lane in so many sells in a flash sale. */
const SALE_EACH = 4;
const STOCK = 1_000;
const FUNDS = 1_000_000;
const POINTS = 80;
/** One follows the other within so many times what it took to place the order: any of the three may come first; a reader who has the channel asked comes at any moment. */
const STEP = 2.5;

/** What a lane sells: no two lanes want the same, as that is another experiment. */
interface Shelf {
  skuId: number;
  /** Of a flash sale. */
  activityId?: number;
  sold: number;
}
interface Begun extends Placed {
  shelf: Shelf;
  tookMs: number;
}
interface Raced extends Begun {
  /** The number at the channel; absent: it is paid from the wallet. */
  no: string | undefined;
  answers: Record<"cancel" | "pay" | "expire" | "sync", Answer>;
}
interface OrderRow {
  _id: number;
  status: number;
  payStatus: boolean;
  cancelType: number | null;
  payPriceFen: number;
  givePoint: number;
}

describe("faults of an order that is cancelled, paid, asked about and over its time at once", function () {
  this.timeout(300_000);
  let deployment: Deployment;
  useSharedDeployment((one) => (deployment = one));
  let operator: { token: string };

  before(async () => {
    operator = await signInOperator(deployment);
    await takePoints(deployment, operator);
  });
  afterEach("the invariants hold", () => expectInvariants(deployment));

  for (const [turn, seed] of seeds.entries()) {
    const share = Math.floor(rounds / seeds.length) + (turn < rounds % seeds.length ? 1 : 0);
    it(`${share} times: it is paid, or cancelled with everything back (seed ${seed})`, async () => {
      const random = seeded(seed);
      const members = await makeShoppers(deployment, share);
      await Promise.all([fund(deployment, members, FUNDS), givePoints(deployment, members, POINTS)]);
      await giveCoupons(deployment, members);
      const shelves: Shelf[] = [];
      for (let lane = 0; lane < LANES; lane++) shelves.push(await makeShelf(lane % SALE_EACH === 0));
      const raced: Raced[] = [];
      const coming = [...members.entries()];
      const lanes = shelves.map(async (shelf) => {
        for (let next = coming.shift(); next; next = coming.shift()) {
          const [index, who] = next;
          raced.push(await race(await begin(who, shelf), index % 2 === 0, random));
        }
      });
      await Promise.all(lanes);
      const ends: Record<string, number> = {};
      let late = 0;
      for (const one of raced) {
        const { end, wasLate } = await endOf(one);
        ends[end] = (ends[end] ?? 0) + 1;
        if (wasLate) late++;
        if (end === "paid") one.shelf.sold++;
      }
      say(`orders ${share}: ${JSON.stringify(ends)}; paid at the channel all the same and given back ${late}`);
      for (const action of ["cancel", "pay", "expire", "sync"] as const)
        say(`${action} was answered ${JSON.stringify(byKind(raced.map(({ answers }) => answers[action])))}`);
      const surprises = raced.flatMap(({ answers }) => Object.values(answers)).filter(({ status }) => !isLegal(status));
      expect(surprises).to.deep.equal([]);
      for (const { skuId, activityId, sold } of shelves) {
        expect(await stockOf(deployment, { skuId })).to.deep.equal([STOCK - sold, sold]);
        if (activityId === undefined) continue;
        expect(await stockOf(deployment, { activityId, skuId })).to.deep.equal([STOCK - sold, sold]);
      }
    });
  }

  async function makeShelf(isSale: boolean): Promise<Shelf> {
    const skuId = await skuWithStock(deployment, STOCK);
    return { skuId, sold: 0, ...(isSale ? { activityId: await startSeckill(deployment, skuId, STOCK) } : {}) };
  }

  /** An order with its member's points, and the coupon where there is no activity. */
  async function begin(who: Shopper, shelf: Shelf): Promise<Begun> {
    const { skuId, activityId } = shelf;
    const special =
      activityId === undefined
        ? { couponId: String(who.memberId) }
        : { type: 1, seckillActivityId: String(activityId) };
    const startedAt = Date.now();
    const headers = { "idempotency-key": `endings-${who.memberId}` };
    const { code, data, msg } = await untilTold(() =>
      orderOf(deployment, who, { skuIds: [skuId], ...special, pointStatus: true }, { headers }),
    );
    expect(code, msg).to.equal(0);
    return { who, orderId: data.id, payOrderId: data.payOrderId, shelf, tookMs: Date.now() - startedAt };
  }

  async function race(placed: Begun, isByWallet: boolean, random: () => number): Promise<Raced> {
    let no: string | undefined;
    if (!isByWallet) {
      expect((await untilTold(() => submit(deployment, placed, byCode))).code).to.equal(0);
      no = await currentNo(deployment, placed);
    }
    const { who, orderId: id, payOrderId } = placed;
    // In part of the races the channel has closed the order already when its payer comes, and takes the money.
    const force = random() < 0.5;
    const pay = async (): Promise<Answer> => {
      if (no === undefined) return submit(deployment, placed, byWallet);
      // In copies; and once more a little later, whatever became of it meanwhile.
      await settle(deployment, no, { force, times: 3 });
      await pause(random() * placed.tookMs);
      await settle(deployment, no, { times: 2 });
      return { status: 200, code: 0, data: null };
    };
    const past = Date.now() - 1_000;
    const steps = [0, random(), 1 + random()].map((part) => part * STEP * placed.tookMs);
    const inTurn = (): Promise<void> => pause(steps.splice(Math.floor(random() * steps.length), 1)[0]!);
    const syncs = `/app-api/pay/order/get?id=${payOrderId}&sync=true`;
    const [cancelled, paid, expired, synced] = await Promise.all([
      inTurn().then(() => call(deployment, who, "/app-api/trade/order/cancel", { id })),
      inTurn().then(pay),
      inTurn().then(() =>
        call(
          deployment,
          operator,
          "/admin-api/trade/order/update-expire",
          { id, payExpireTime: past },
          { method: "PUT" },
        ),
      ),
      pause(random() * 2 * STEP * placed.tookMs).then(() => call(deployment, who, syncs)),
    ]);
    return { ...placed, no, answers: { cancel: cancelled, pay: paid, expire: expired, sync: synced } };
  }

  /** Waits for the end of an order and looks at everything that must fit to it. */
  async function endOf({ who, orderId, no, shelf, answers }: Raced): Promise<{ end: string; wasLate: boolean }> {
    const orders = deployment.db.collection<OrderRow>("tradeOrders");
    let order: OrderRow | null = null;
    await soon(`order ${orderId} ends`, async () => {
      order = await orders.findOne({ _id: orderId });
      return order!.status !== 0;
    });
    const { status, payStatus, cancelType, payPriceFen, givePoint } = order!;
    const isPaid = status === 10;
    expect([isPaid, payStatus], `order ${orderId} is at ${status}`).to.deep.equal([status !== 40, status !== 40]);
    if (answers.cancel.code === 0) expect([status, cancelType]).to.deep.equal([40, 30]);
    let wasLate = false;
    if (no === undefined) {
      if (answers.pay.status === 200) expect(answers.pay.code === 0, "the wallet's payment decides").to.equal(isPaid);
      expect(await moneyOf(deployment, who)).to.deep.equal([isPaid ? FUNDS - payPriceFen : FUNDS, 0]);
    } else {
      const atChannel = () => control<{ state: string; refunded: number }>(deployment, "GET", `/pay/orders/${no}`);
      const { state } = await atChannel();
      wasLate = !isPaid && state === "paid";
      if (wasLate) await soon("given back", async () => (await atChannel()).refunded === payPriceFen);
      if (isPaid) expect(await atChannel()).to.include({ state: "paid", refunded: 0 });
      expect(await moneyOf(deployment, who)).to.deep.equal([FUNDS, 0]);
    }
    expect(await pointsOf(deployment, who)).to.equal(isPaid ? givePoint : POINTS);
    expect(await couponOrderOf(deployment, who)).to.equal(isPaid && shelf.activityId === undefined ? orderId : null);
    if (isPaid) return { end: "paid", wasLate };
    return { end: cancelType === 30 ? "cancelled by its member" : "cancelled by its deadline", wasLate };
  }
});

/** Done or refused by name, or a machine too busy to say. */
const isLegal = (status: number): boolean => status === 200 || status === 503;
