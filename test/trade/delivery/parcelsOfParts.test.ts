import { expect } from "chai";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { orderNews, parcelNews } from "#shared/domains/trade/index.js";
import { ParcelModel } from "#shared/domains/trade/parcel/parcel.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { clock, days, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { gone, logoff } from "#test/accountClosure/support.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { reloadOrder } from "#test/factories/order.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { buildTwoItems, holds, sent, shownTo, statusOf } from "#test/factories/twoItems.js";
import { happens, READ } from "#test/logistics/support.js";
import { noFaults } from "#test/pay/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const CHANGE = "/admin-api/trade/order/update-delivery";

describe("an order whose parts are on their way", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    await refreshCertificates();
  });
  beforeEach(async () => {
    heldClock.hold();
    operator = await buildOperator(["trade:order:ship", "trade:order:query"]);
  });
  afterEach(async () => {
    await noFaults();
    await runJobs();
    heldClock.release();
  });

  it("is received a week after its last parcel was signed for, not its first", async () => {
    const built = await buildTwoItems();
    const first = await sent(operator, built, { pieces: [[0, 3]] });
    await happens(first, { content: "已签收", delivered: true, time: clock.ms() });
    await runJobs();
    heldClock.advance(days(8));
    await runJobs();
    expect(await statusOf(built)).to.equal(10);
    operator = await buildOperator(["trade:order:ship"]);
    const last = await sent(operator, built);
    heldClock.advance(days(1));
    await happens(last, { content: "已签收", delivered: true, time: clock.ms() });
    await runJobs();
    heldClock.advance(days(6));
    await runJobs();
    expect(await statusOf(built)).to.equal(20);
    heldClock.advance(days(1) + minutes(1));
    await runJobs();
    expect(await statusOf(built)).to.equal(30);
  });

  it("comes back with any of its parcels, as long as one does", async () => {
    const built = await buildTwoItems();
    const [first, last] = [await sent(operator, built, { pieces: [[0, 1]] }), await sent(operator, built)];
    const comingBack = async () => (await reloadOrder(built.order._id)).order.comingBack;
    await happens(first, { content: "收件人拒收", back: "refused" });
    await happens(last, { content: "收件人拒收", back: "refused" });
    await runJobs();
    expect(await comingBack()).to.equal(true);
    heldClock.advance(minutes(1));
    await happens(last, { content: "再次派送" });
    await runJobs();
    expect(await comingBack()).to.equal(true);
    await happens(first, { content: "再次派送" });
    await runJobs();
    expect(await comingBack()).to.equal(false);
  });

  it("comes back when its first parcel did before the last was sent", async () => {
    const built = await buildTwoItems();
    const first = await sent(operator, built, { pieces: [[0, 1]] });
    await happens(first, { content: "收件人拒收", back: "refused" });
    await runJobs();
    await sent(operator, built);
    expect((await reloadOrder(built.order._id)).order).to.include({ status: 20, comingBack: true });
  });

  it("has the tracks of each parcel, and one of them corrected, until it is signed for", async () => {
    const built = await buildTwoItems();
    const [first, last] = [
      await sent(operator, built, { pieces: [[0, 1]] }),
      await sent(operator, built, { pieces: [[0, 1]] }),
    ];
    await happens(first, { content: "第一件到站" });
    await happens(last, { content: "第二件到站" });
    await runJobs();
    const ids = (await shownTo(built)).parcels.map(({ parcelId }: { parcelId: number }) => parcelId);
    const tracks = async (parcelId?: number) => {
      const { data, code } = await built.client.post(READ, { id: built.order._id, parcelId });
      return data?.expressTrackRespDTOList?.[0]?.content ?? code;
    };
    expect([await tracks(ids[0]), await tracks(ids[1]), await tracks()]).to.deep.equal([
      "第一件到站",
      "第二件到站",
      "第二件到站",
    ]);
    expect(await tracks(ids[1] + 1_000)).to.equal(1011000057);
    const change = (parcelId: number | undefined, logisticsNo: string) =>
      operator.client.put(CHANGE, { id: built.order._id, parcelId, logisticsId: ZHONGTONG, logisticsNo });
    expect((await change(ids[0], last)).code).to.equal(1011000055);
    expect((await change(ids[1] + 1_000, freshLogisticsNo())).code).to.equal(1011000057);
    const [newFirst, newLast] = [freshLogisticsNo(), freshLogisticsNo()];
    expect((await change(ids[0], newFirst)).code).to.equal(0);
    expect((await change(undefined, newLast)).code).to.equal(0);
    const detail = await shownTo(built);
    expect(detail.logisticsNo).to.equal(newLast);
    expect(detail.parcels.map(({ logisticsNo }: { logisticsNo: string }) => logisticsNo)).to.deep.equal([
      newFirst,
      newLast,
    ]);
    expect(await ParcelModel.countDocuments({ logisticsNo: { $in: [first, last] } })).to.equal(0);
    await runJobs();
    await happens(newFirst, { content: "已签收", delivered: true });
    await runJobs();
    expect((await change(detail.parcels[0].parcelId, freshLogisticsNo())).code).to.equal(1011000053);
    await holds(built);
  });

  it("is found by the number of each of its parcels, and is told of by each", async () => {
    const built = await buildTwoItems();
    const [first, last] = [await sent(operator, built, { pieces: [[0, 1]] }), await sent(operator, built)];
    for (const logisticsNo of [first, last]) {
      const { data } = await operator.client.get(`/admin-api/system/search?text=${logisticsNo}`);
      const { hits } = data.groups.find(({ kind }: { kind: string }) => kind === "parcel");
      expect(hits.map(({ title, orderId }: Record<string, unknown>) => [title, orderId])).to.deep.equal([
        [logisticsNo, built.order._id],
      ]);
      const parcel = await ParcelModel.findOne({ logisticsNo }).lean();
      expect((await parcelNews(parcel!._id))!["orders"]).to.deep.equal([
        { orderId: built.order._id, no: built.order.no },
      ]);
    }
    const { parcels } = (await orderNews(built.order._id)) as { parcels: { logisticsNo: string }[] };
    expect(parcels.map(({ logisticsNo }) => logisticsNo)).to.deep.equal([first, last]);
  });

  it("keeps the delivery company of each parcel until it is received, also of an earlier one", async () => {
    const built = await buildTwoItems();
    const { client } = await buildOperator(["trade:delivery-express:create", "trade:delivery-express:delete"]);
    const company = { code: `parts${built.order._id}`, name: `Parts ${built.order._id}`, sort: 1, status: 0 };
    const logisticsId: number = (await client.post("/admin-api/trade/delivery/express/create", company)).data;
    const remove = () => client.delete(`/admin-api/trade/delivery/express/delete?id=${logisticsId}`);
    await sent(operator, built, { pieces: [[0, 1]], logisticsId });
    expect((await remove()).code).to.equal(1011004004);
    await sent(operator, built);
    expect((await remove()).code).to.equal(1011004004);
    await built.client.post("/app-api/trade/order/receive", { id: built.order._id });
    expect(await statusOf(built)).to.equal(30);
    expect((await remove()).code).to.equal(0);
    expect((await shownTo(built)).parcels[0]).to.include({ logisticsName: company.name });
  });

  it("leaves no phone in any of its parcels when its member's account is closed", async () => {
    const built = await buildTwoItems();
    const numbers = [await sent(operator, built, { pieces: [[0, 1]] }), await sent(operator, built)];
    const phones = async () =>
      (await ParcelModel.find({ logisticsNo: { $in: numbers } }).lean()).map(({ phone }) => phone !== "");
    expect(await phones()).to.deep.equal([true, true]);
    expect((await logoff(built)).code, "while one is on its way").to.equal(1004001010);
    await built.client.post("/app-api/trade/order/receive", { id: built.order._id });
    await runJobs();
    expect(await logoff(built)).to.include(gone);
    expect(await phones()).to.deep.equal([false, false]);
  });
});
