import { expect } from "chai";
import { ExpressCompanyModel } from "#shared/domains/trade/delivery/expressCompany.model.js";
import { ParcelModel } from "#shared/domains/trade/parcel/parcel.model.js";
import { pollParcel, subscribeParcel } from "#shared/domains/trade/worker.js";
import { pollParcelJob, pollParcelsJob, subscribeParcelJob } from "#shared/domains/trade/trade.jobs.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { days, heldClock, hours, minutes } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder } from "#test/factories/order.js";
import { buildShippedOrder, freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { stranger } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { expressCalls, expressFault, happens, noExpressFaults, READ } from "./support.js";

const parcelOf = async (parcelId: number | null) => (await ParcelModel.findById(parcelId!).lean())!;
const contents = (data: { expressTrackRespDTOList: { content: string }[] }): string[] =>
  data.expressTrackRespDTOList.map(({ content }) => content);
const nothing = { name: null, code: null, logisticsNo: null, logo: null, expressTrackRespDTOList: [] };
const queriesOf = async (logisticsNo: string): Promise<number> =>
  (await expressCalls("/query.do")).filter(({ body }) => body.includes(logisticsNo)).length;

describe("the tracks of an order", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });
  afterEach(async () => {
    await noExpressFaults();
    await runJobs();
    heldClock.release();
  });

  it("are none before shipping, and where nothing was sent", async () => {
    const { client, order } = await buildPaidOrder();
    const before = await client.post(READ, { id: order._id });
    expect([before.code, before.data]).to.deep.equal([0, nothing]);
    const operator = await buildOperator(["trade:order:ship"]);
    await operator.client.put("/admin-api/trade/order/delivery", { id: order._id, logisticsId: 0 });
    expect((await client.post(READ, { id: order._id })).data).to.deep.equal(nothing);
  });

  it("are subscribed at shipping, once, and pushed from then on", async () => {
    const { client, order, logisticsNo } = await buildShippedOrder();
    expect((await parcelOf(order.parcelId)).subscribedAt).to.be.instanceOf(Date);
    await enqueue(subscribeParcelJob, { parcelId: order.parcelId! });
    await runJobs();
    await subscribeParcel(order.parcelId!);
    const calls = (await expressCalls("/poll")).filter(
      ({ path, body }) => !path.includes("query") && body.includes(logisticsNo),
    );
    expect(calls).to.have.length(1);
    await happens(logisticsNo, { content: "已揽收" });
    await runJobs();
    const { data } = await client.post(READ, { id: order._id });
    expect(data).to.include({ name: "中通快递", code: "zhongtong", logisticsNo });
    expect(contents(data)).to.deep.equal(["已揽收"]);
  });

  it("are asked of the provider when nothing was pushed, and then kept some minutes", async () => {
    heldClock.hold();
    const { client, order, logisticsNo } = await buildShippedOrder();
    await happens(logisticsNo, { content: "已揽收", push: false });
    expect(contents((await client.post(READ, { id: order._id })).data)).to.deep.equal(["已揽收"]);
    const asked = await queriesOf(logisticsNo);
    await client.post(READ, { id: order._id });
    expect(await queriesOf(logisticsNo)).to.equal(asked);
    heldClock.advance(minutes(4));
    await happens(logisticsNo, { content: "派件中", push: false });
    // The same question within two seconds is asked once: a look right after the first one may not see it yet.
    await eventually("the new track is shown", async () =>
      contents((await client.post(READ, { id: order._id })).data).includes("派件中"),
    );
    expect(contents((await client.post(READ, { id: order._id })).data)).to.have.length(2);
  });

  it("are what is stored when the provider is away: within 3 s when it hangs, at once when it fails", async () => {
    heldClock.hold();
    const { client, order, logisticsNo } = await buildShippedOrder();
    await happens(logisticsNo, { content: "已揽收" });
    await runJobs();
    heldClock.advance(minutes(10));
    for (const mode of ["timeout", "error"]) {
      await expressFault({ mode, count: 10, delayMs: 20_000 });
      const startedAt = Date.now();
      const reply = await client.post(READ, { id: order._id });
      expect(Date.now() - startedAt).to.be.lessThan(3_900);
      expect([reply.code, contents(reply.data)]).to.deep.equal([0, ["已揽收"]]);
      await noExpressFaults();
    }
  });

  it("do not hold shipping up: the order is shipped, and the subscription is tried again", async () => {
    heldClock.hold();
    await expressFault({ mode: "error", count: 2 });
    const { order } = await buildShippedOrder();
    expect(order.status).to.equal(20);
    expect((await parcelOf(order.parcelId)).subscribedAt).to.be.instanceOf(Date);
    await expressFault({ mode: "error", count: 100 });
    const late = await buildShippedOrder();
    expect((await parcelOf(late.order.parcelId)).subscribedAt).to.equal(null);
    await noExpressFaults();
    heldClock.advance(hours(2));
    await enqueue(pollParcelsJob, {});
    await runJobs();
    expect((await parcelOf(late.order.parcelId)).subscribedAt).to.be.instanceOf(Date);
  });

  it("are polled the rarer the older the parcel is, and no more once it is signed for or too old", async () => {
    heldClock.hold();
    const { order, logisticsNo } = await buildShippedOrder();
    const parcelId = order.parcelId!;
    await enqueue(pollParcelsJob, {});
    await runJobs();
    expect((await parcelOf(parcelId)).askedAt).to.equal(null);
    await happens(logisticsNo, { content: "已揽收", push: false });
    heldClock.advance(hours(2));
    await enqueue(pollParcelsJob, {});
    await runJobs();
    const asked = await parcelOf(parcelId);
    expect(asked.tracks).to.have.length(1);
    expect(+asked.nextPollAt! - Date.now()).to.be.greaterThan(hours(3));
    await enqueue(pollParcelJob, { parcelId });
    await runJobs();
    await pollParcel(parcelId);
    expect(await parcelOf(parcelId)).to.deep.equal(asked);
    heldClock.advance(days(5));
    await pollParcel(parcelId);
    expect(+(await parcelOf(parcelId)).nextPollAt! - Date.now()).to.be.greaterThan(days(5) + hours(13));
    heldClock.advance(days(30));
    await pollParcel(parcelId);
    expect((await parcelOf(parcelId)).nextPollAt).to.equal(null);
  });

  it("that end with the sign-off are not asked for again", async () => {
    heldClock.hold();
    const { client, order, logisticsNo } = await buildShippedOrder();
    await happens(logisticsNo, { content: "已签收", delivered: true });
    await runJobs();
    const parcel = await parcelOf(order.parcelId);
    expect(parcel.signedAt).to.be.instanceOf(Date);
    expect(parcel.nextPollAt).to.equal(null);
    heldClock.advance(hours(1));
    const before = await queriesOf(logisticsNo);
    expect(contents((await client.post(READ, { id: order._id })).data)).to.deep.equal(["已签收"]);
    expect(await queriesOf(logisticsNo)).to.equal(before);
  });

  it("of one parcel belong to each order in it", async () => {
    const logisticsNo = freshLogisticsNo();
    const [one, two] = [await buildShippedOrder({ logisticsNo }), await buildShippedOrder({ logisticsNo })];
    expect(one.order.parcelId).to.equal(two.order.parcelId);
    await happens(logisticsNo, { content: "已揽收" });
    await runJobs();
    for (const { client, order } of [one, two])
      expect(contents((await client.post(READ, { id: order._id })).data)).to.deep.equal(["已揽收"]);
  });

  it("are one's own, and an operator's with the permission", async () => {
    const { client, order, logisticsNo } = await buildShippedOrder();
    const other = await buildMember();
    const foreign = await other.client.post(READ, { id: order._id });
    expect([foreign.code, foreign.data]).to.deep.equal([1011000011, null]);
    expect((await stranger.post(READ, { id: order._id })).status).to.equal(401);
    expect((await client.post(READ, { id: { $gt: "" } })).status).to.equal(400);
    const { client: operator } = await buildOperator(["trade:order:query"]);
    const shown = await operator.get(`/admin-api/trade/order/get-express-track-list?id=${order._id}`);
    expect(shown.data).to.include({ logisticsNo, code: "zhongtong" });
    expect((await operator.get("/admin-api/trade/order/get-express-track-list?id=999999999")).code).to.equal(
      1011000011,
    );
  });

  it("are refused by name when the company is gone, no provider is set up, or the provider refuses the keys", async () => {
    const { client, order } = await buildShippedOrder();
    const { EXPRESS_PROVIDERS } = config;
    const kept = { key: config.KUAIDI100_KEY, company: (await ExpressCompanyModel.findById(ZHONGTONG).lean())! };
    try {
      Object.assign(config, { KUAIDI100_KEY: "", EXPRESS_PROVIDERS: ["kuaidi100"] });
      expect((await client.post(READ, { id: order._id })).code).to.equal(1011004002);
      Object.assign(config, { KUAIDI100_KEY: "wrong" });
      expect((await client.post(READ, { id: order._id })).code).to.equal(1011004102);
      Object.assign(config, { KUAIDI100_KEY: kept.key });
      await inTransaction(async () => ExpressCompanyModel.deleteOne({ _id: ZHONGTONG }));
      expect((await client.post(READ, { id: order._id })).code).to.equal(1011004000);
    } finally {
      Object.assign(config, { KUAIDI100_KEY: kept.key, EXPRESS_PROVIDERS });
      await ExpressCompanyModel.create([kept.company]).catch(() => undefined);
    }
  });
});
