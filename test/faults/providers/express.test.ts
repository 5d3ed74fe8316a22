import { expect } from "chai";
import { expectInvariants, pause, say, seeds, soon } from "../experiment.js";
import type { Deployment } from "../deployment.js";
import { signInOperator } from "../rewards.js";
import { useSharedDeployment } from "../sharedDeployment.js";
import {
  byWallet,
  call,
  control,
  makeShoppers,
  place,
  seeded,
  skuWithStock,
  statusOf,
  submit,
  type Answer,
  type Placed,
  untilTold,
} from "../shoppers.js";
import { fund } from "../wallets.js";

/** More than a worker has slots: a provider that hangs takes all of them. */
const PARCELS = 18;
const READERS = 6;
const ZHONGTONG = 5;
const outages = [
  { name: "hangs", fault: { mode: "timeout" } },
  { name: "fails", fault: { mode: "error" } },
  { name: "acts and never says so", fault: { mode: "timeout", after: true } },
];

interface Shipped extends Placed {
  no: string;
}

describe("faults of an express provider that is down", function () {
  this.timeout(300_000);
  let deployment: Deployment;
  let operator: { token: string };

  useSharedDeployment((one) => (deployment = one));
  before(async () => {
    operator = await signInOperator(deployment);
  });
  afterEach("the invariants hold", async () => {
    await control(deployment, "DELETE", "/faults");
    await expectInvariants(deployment);
  });

  async function paidOrders(count: number): Promise<Placed[]> {
    const members = await makeShoppers(deployment, count);
    await fund(deployment, members, 1_000_000);
    const skuId = await skuWithStock(deployment, count * 2);
    const orders: Placed[] = [];
    for (const who of members) orders.push(await place(deployment, who, skuId));
    for (const order of orders) expect((await untilTold(() => submit(deployment, order, byWallet))).code).to.equal(0);
    for (const order of orders) await soon("paid", async () => (await statusOf(deployment, order)) === 10);
    return orders;
  }

  const ship = ({ orderId: id, no: logisticsNo }: Shipped): Promise<Answer> =>
    call(
      deployment,
      operator,
      "/admin-api/trade/order/delivery",
      { id, logisticsId: ZHONGTONG, logisticsNo },
      { method: "PUT" },
    );
  const readTracks = ({ who, orderId: id }: Placed): Promise<Answer> =>
    call(deployment, who, "/app-api/trade/order/getOrderExpressTrackList", { id });
  const tracksIn = ({ data }: Answer): string[] =>
    data.expressTrackRespDTOList.map(({ content }: { content: string }) => content);
  const happens = ({ no }: Shipped, content: string) =>
    control<{ deliveries: { status: number }[] }>(deployment, "POST", `/express/${no}/tracks`, { content });
  const isSubscribed = async ({ no }: Shipped): Promise<boolean> =>
    (await control<{ subscribed?: boolean }>(deployment, "GET", `/express/${no}`)).subscribed === true;

  /** All at once; the answers and how long the slowest took. */
  async function timed(work: () => Promise<Answer>[]): Promise<{ answers: Answer[]; slowestMs: number }> {
    const startedAt = Date.now();
    let slowestMs = 0;
    const answers = await Promise.all(
      work().map((one) => one.finally(() => (slowestMs = Math.max(slowestMs, Date.now() - startedAt)))),
    );
    return { answers, slowestMs };
  }

  for (const [turn, seed] of seeds.entries()) {
    const { name, fault } = outages[turn % outages.length]!;
    it(`parcels are shipped and their tracks shown while it ${name}, and it is told of them later (seed ${seed})`, async () => {
      const random = seeded(seed);
      const orders = await paidOrders(PARCELS);
      const parcels = orders.map((order): Shipped => ({
        ...order,
        no: `ZT${seed}${String(order.orderId).padStart(9, "0")}`,
      }));
      // One was shipped before, and what was heard of it is not fresh any more.
      const [known, ...fresh] = parcels as [Shipped, ...Shipped[]];
      expect((await ship(known)).code).to.equal(0);
      await soon("subscribed", () => isSubscribed(known));
      await happens(known, "picked up");
      await soon("told", async () => tracksIn(await readTracks(known)).length === 1);
      await deployment.db
        .collection("tradeParcels")
        .updateOne({ logisticsNo: known.no }, { $set: { toldAt: new Date(0), askedAt: null } });
      const failedBefore = deployment.balancer.failed;

      await control(deployment, "PUT", "/faults", { platform: "express", count: 10_000, ...fault });
      const shipped = await timed(() => fresh.map((parcel) => ship(parcel)));
      const looked = parcels.slice(0, READERS);
      const read = await timed(() => looked.map((parcel) => readTracks(parcel)));
      await pause(1_000 + random() * 3_000);
      const again = await timed(() => [readTracks(known)]);
      await control(deployment, "DELETE", "/faults");
      const backAt = Date.now();
      for (const parcel of fresh) await soon("subscribed", () => isSubscribed(parcel));
      const stored = deployment.db.collection("tradeParcels");
      const mine = { logisticsNo: { $in: parcels.map(({ no }) => no) } };
      await soon(
        "known to be subscribed",
        async () => (await stored.countDocuments({ ...mine, subscribedAt: { $ne: null } })) === PARCELS,
      );
      const subscribedMs = Date.now() - backAt;
      for (const parcel of fresh) await happens(parcel, "on its way");
      for (const parcel of fresh)
        await soon("pushed", async () => tracksIn(await readTracks(parcel)).includes("on its way"));
      say(
        `parcels ${PARCELS}: shipped in at most ${shipped.slowestMs} ms, tracks read by ${READERS} in at most ${read.slowestMs} ms (and ${again.slowestMs} ms), all subscribed ${subscribedMs} ms after it was back`,
      );
      const codes = [...shipped.answers, ...read.answers, ...again.answers].map(({ status, code }) => [status, code]);
      expect(codes.filter(([status, code]) => status !== 200 || code !== 0)).to.deep.equal([]);
      expect(Math.max(read.slowestMs, again.slowestMs)).to.be.below(3_500);
      expect(read.answers.map(tracksIn)).to.deep.equal([["picked up"], ...looked.slice(1).map(() => [])]);
      expect(tracksIn(again.answers[0]!)).to.deep.equal(["picked up"]);
      expect(read.answers.map(({ data }) => data.logisticsNo)).to.deep.equal(looked.map(({ no }) => no));
      expect(deployment.balancer.failed - failedBefore).to.equal(0);
      expect(await stored.countDocuments(mine)).to.equal(PARCELS);
    });
  }
});
