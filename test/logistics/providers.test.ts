import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { applyPush } from "#shared/domains/trade/index.js";
import { ExpressCompanyModel } from "#shared/domains/trade/delivery/expressCompany.model.js";
import { ExpressPushModel } from "#shared/domains/trade/parcel/expressPush.model.js";
import { ParcelModel, type ParcelDoc } from "#shared/domains/trade/parcel/parcel.model.js";
import { pollParcel } from "#shared/domains/trade/worker.js";
import { pollParcelJob, pollParcelsJob } from "#shared/domains/trade/trade.jobs.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { heldClock, hours } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder, reloadOrder } from "#test/factories/order.js";
import { buildShippedOrder, freshLogisticsNo } from "#test/factories/shipment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { expressCalls, happens, noExpressFaults, push, pushBody, READ } from "./support.js";

const kept = { ...config };
const use = (...EXPRESS_PROVIDERS: string[]) => Object.assign(config, { EXPRESS_PROVIDERS });
const parcelOf = async (parcelId: number | null): Promise<ParcelDoc> =>
  (await ParcelModel.findById(parcelId!).lean<ParcelDoc>())!;
const contents = (data: { expressTrackRespDTOList: { content: string }[] }): string[] =>
  data.expressTrackRespDTOList.map(({ content }) => content);
const pushesOf = (logisticsNo: string) => ExpressPushModel.find({ body: new RegExp(logisticsNo) }).lean();
const callsOf = async (path: string, logisticsNo: string): Promise<number> =>
  (await expressCalls(path)).filter(({ body }) => body.includes(logisticsNo)).length;

function putBack(): void {
  const { EXPRESS_PROVIDERS, KUAIDI100_BASE_URL, KDNIAO_BASE_URL } = kept;
  Object.assign(config, { EXPRESS_PROVIDERS, KUAIDI100_BASE_URL, KDNIAO_BASE_URL });
}

const providers = [
  { provider: "kuaidi100", subscribePath: "/poll", queryPath: "/query.do" },
  { provider: "kdniao", subscribePath: "/api/dist", queryPath: "/Ebusiness" },
] as const;

for (const { provider, subscribePath, queryPath } of providers)
  describe(`parcels with ${provider} as the provider`, () => {
    before(async () => {
      await startService();
      await seedDelivery();
    });
    beforeEach(() => use(provider));
    afterEach(async () => {
      await noExpressFaults();
      await runJobs();
      heldClock.release();
      putBack();
    });

    it("are subscribed at shipping, and pushed from then on: twenty copies of a push are one, newest first", async () => {
      const { client, order, logisticsNo } = await buildShippedOrder();
      expect(await parcelOf(order.parcelId)).to.include({ provider });
      expect((await parcelOf(order.parcelId)).subscribedAt).to.be.instanceOf(Date);
      expect(await callsOf(subscribePath, logisticsNo)).to.equal(1);
      await happens(logisticsNo, { content: "派件中", time: 1_700_000_060_000, push: false });
      const { by, deliveries } = await happens(logisticsNo, { content: "已揽收", time: 1_700_000_000_000, times: 20 });
      expect(by).to.deep.equal([provider]);
      expect(deliveries.map(({ taken }) => taken)).to.deep.equal(Array.from({ length: 20 }, () => true));
      await runJobs();
      const stored = await pushesOf(logisticsNo);
      expect(stored.map((one) => one.provider)).to.deep.equal([provider]);
      const { data } = await client.post(READ, { id: order._id });
      expect(data).to.include({ name: "中通快递", code: "zhongtong", logisticsNo });
      expect(data.expressTrackRespDTOList).to.deep.equal([
        { time: 1_700_000_060_000, content: "派件中" },
        { time: 1_700_000_000_000, content: "已揽收" },
      ]);
      const before = await parcelOf(order.parcelId);
      await applyPush(stored[0]!._id);
      expect(await parcelOf(order.parcelId)).to.deep.equal(before);
    });

    it("change nothing by a forged push, which is answered in the provider's words", async () => {
      const { order, logisticsNo } = await buildShippedOrder();
      const before = await parcelOf(order.parcelId);
      const { deliveries } = await happens(logisticsNo, { content: "已签收", delivered: true, badSignature: true });
      expect(deliveries[0]).to.include({ status: 401, taken: false });
      await runJobs();
      expect(await pushesOf(logisticsNo)).to.deep.equal([]);
      expect(await parcelOf(order.parcelId)).to.deep.equal(before);
    });

    it("are asked for when nothing is pushed, and by the schedule", async () => {
      heldClock.hold();
      const { client, order, logisticsNo } = await buildShippedOrder();
      await happens(logisticsNo, { content: "已揽收", push: false });
      expect(contents((await client.post(READ, { id: order._id })).data)).to.deep.equal(["已揽收"]);
      await happens(logisticsNo, { content: "派件中", push: false });
      const asked = await callsOf(queryPath, logisticsNo);
      heldClock.advance(hours(2));
      await enqueue(pollParcelsJob, {});
      await runJobs();
      expect(await callsOf(queryPath, logisticsNo)).to.equal(asked + 1);
      expect((await parcelOf(order.parcelId)).tracks).to.have.length(2);
    });
  });

describe("parcels with two providers", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });
  afterEach(async () => {
    await runJobs();
    heldClock.release();
    putBack();
  });

  /** Shipped by a company that the first provider does not know: it has the second one's own code. */
  async function shippedByStranger() {
    const code = `X${freshLogisticsNo().slice(-8)}`;
    const logisticsId = await nextId("expressCompanies");
    await ExpressCompanyModel.create([{ _id: logisticsId, code, name: "某某速运", status: 0 }]);
    const { client, order } = await buildPaidOrder();
    const operator = await buildOperator(["trade:order:ship"]);
    const logisticsNo = freshLogisticsNo();
    const body = { id: order._id, logisticsId, logisticsNo };
    expect((await operator.client.put("/admin-api/trade/order/delivery", body)).code).to.equal(0);
    await runJobs();
    return { client, ...(await reloadOrder(order._id)), logisticsNo };
  }

  it("are the first one's alone, while it does not refuse", async () => {
    const { order, logisticsNo } = await buildShippedOrder();
    expect(await parcelOf(order.parcelId)).to.include({ provider: "kuaidi100" });
    expect(await callsOf("/api/dist", logisticsNo)).to.equal(0);
  });

  it("are the second one's where the first refuses the company: it pushes, and is asked", async () => {
    const { client, order, logisticsNo } = await shippedByStranger();
    expect(await parcelOf(order.parcelId)).to.include({ provider: "kdniao", subscribeRefusal: null });
    expect((await happens(logisticsNo, { content: "已揽收" })).by).to.deep.equal(["kdniao"]);
    await runJobs();
    heldClock.advance(hours(1));
    await happens(logisticsNo, { content: "派件中", push: false });
    expect(contents((await client.post(READ, { id: order._id })).data)).to.deep.equal(["派件中", "已揽收"]);
    expect(await callsOf("/query.do", logisticsNo)).to.equal(0);
  });

  it("move to the second one that answers a question which the first refuses, and are subscribed there", async () => {
    use("kuaidi100");
    const { client, order, logisticsNo } = await shippedByStranger();
    const refused = await parcelOf(order.parcelId);
    expect(refused.subscribeRefusal).to.match(/^701/);
    await happens(logisticsNo, { content: "已揽收" });
    use("kuaidi100", "kdniao");
    expect(contents((await client.post(READ, { id: order._id })).data)).to.deep.equal(["已揽收"]);
    expect(await parcelOf(order.parcelId)).to.include({ provider: "kdniao", subscribedAt: null });
    heldClock.advance(hours(2));
    await enqueue(pollParcelsJob, {});
    await runJobs();
    expect((await parcelOf(order.parcelId)).subscribedAt).to.be.instanceOf(Date);
    expect((await happens(logisticsNo, { content: "派件中" })).by).to.deep.equal(["kdniao"]);
  });

  it("hear only the provider that speaks for them, as two tell the same in different words", async () => {
    use("kdniao", "kuaidi100");
    const { order, logisticsNo } = await buildShippedOrder();
    const told = [{ context: "another's words", time: "2026-11-01 08:00:00" }];
    expect((await push(pushBody({ com: "zhongtong", nu: logisticsNo }, told))).status).to.equal(200);
    await happens(logisticsNo, { content: "已揽收" });
    await runJobs();
    expect((await parcelOf(order.parcelId)).tracks.map(({ content }) => content)).to.deep.equal(["已揽收"]);
  });

  it("of a provider that the shop has left are subscribed at the one in use, which alone is believed from then on", async () => {
    heldClock.hold();
    use("kuaidi100");
    const { order, logisticsNo } = await buildShippedOrder();
    use("kdniao");
    const told = [{ context: "an old subscription", time: "2026-11-01 08:00:00" }];
    expect((await push(pushBody({ com: "zhongtong", nu: logisticsNo }, told))).status).to.equal(401);
    heldClock.advance(hours(2));
    await enqueue(pollParcelsJob, {});
    await runJobs();
    const parcel = await parcelOf(order.parcelId);
    expect(parcel).to.include({ provider: "kdniao" });
    expect(parcel.subscribedAt).to.be.instanceOf(Date);
    await happens(logisticsNo, { content: "已揽收" });
    await runJobs();
    expect((await parcelOf(order.parcelId)).tracks.map(({ content }) => content)).to.deep.equal(["已揽收"]);
  });

  it("stay due when the provider asks for a rest, and the queue waits as long as it says", async () => {
    heldClock.hold();
    const { order } = await buildShippedOrder();
    const parcelId = order.parcelId!;
    heldClock.advance(hours(2));
    const due = await parcelOf(parcelId);
    const takenAt: number[] = [];
    let refusals = 2;
    const busy = createServer((request, response) => {
      request.resume().once("end", () => {
        takenAt.push(Date.now());
        if (refusals-- > 0) response.writeHead(429, { "retry-after": "1" }).end();
        else response.end(JSON.stringify({ message: "ok", state: "0", data: [] }));
      });
    });
    await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
    try {
      Object.assign(config, { KUAIDI100_BASE_URL: `http://127.0.0.1:${(busy.address() as AddressInfo).port}` });
      const error = await pollParcel(parcelId).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(TooManyCalls);
      expect((await parcelOf(parcelId)).nextPollAt).to.deep.equal(due.nextPollAt);
      await enqueue(pollParcelJob, { parcelId });
      await runJobs();
      expect(takenAt).to.have.length(3);
      expect(takenAt[2]! - takenAt[1]!).to.be.greaterThan(900);
      const asked = await parcelOf(parcelId);
      expect(asked.askedAt).to.be.instanceOf(Date);
      expect(+asked.nextPollAt!).to.be.greaterThan(+due.nextPollAt!);
    } finally {
      busy.close();
      busy.closeAllConnections();
    }
  });
});
