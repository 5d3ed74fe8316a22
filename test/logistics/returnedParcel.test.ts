import { expect } from "chai";
import { eraseOrders } from "#shared/domains/trade/index.js";
import { ParcelModel } from "#shared/domains/trade/parcel/parcel.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildAfterSale, buildAfterSaleOperator, decide, reloadAfterSale } from "#test/factories/afterSale.js";
import type { BuiltOperator } from "#test/factories/operator.js";
import { buildReceivedOrder, freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { expressCalls, happens, noExpressFaults } from "./support.js";

describe("goods on their way back", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    operator = await buildAfterSaleOperator();
  });
  afterEach(async () => {
    await noExpressFaults();
    await runJobs();
  });

  it("are subscribed once and shown to operators, newest first; what tells who it was goes with the member", async () => {
    const built = await buildReceivedOrder();
    const said = { applyDescription: "住在文三路", applyPicUrls: ["public/review/face.png"] };
    const id = await buildAfterSale(built, { way: 20, ...said });
    await decide(operator, "agree", id);
    const logisticsNo = freshLogisticsNo();
    const parcel = { id, logisticsId: ZHONGTONG, logisticsNo };
    const replies = await Promise.all(
      [1, 2, 3].map(() => built.client.post("/app-api/trade/after-sale/delivery", parcel)),
    );
    expect(replies.map(({ code }) => code).sort()).to.deep.equal([0, 1011000108, 1011000108]);
    const detail = async () => (await operator.client.get(`/admin-api/trade/after-sale/get-detail?id=${id}`)).data;
    expect((await detail()).tracks).to.deep.equal([]);
    await runJobs();
    await runJobs();
    const subscribed = (await expressCalls("/poll")).filter(({ body }) =>
      decodeURIComponent(body).includes(logisticsNo),
    );
    expect(subscribed).to.have.length(1);
    await happens(logisticsNo, { content: "已揽收", time: 1_900_000_000_000 });
    await happens(logisticsNo, { content: "运输中", time: 1_900_000_060_000 });
    await runJobs();
    expect((await detail()).tracks).to.deep.equal([
      { time: 1_900_000_060_000, content: "运输中" },
      { time: 1_900_000_000_000, content: "已揽收" },
    ]);
    expect((await ParcelModel.findOne({ logisticsNo }).lean())!.phone).to.equal("13900001111");
    await inTransaction(() => eraseOrders(built.member._id));
    expect((await ParcelModel.findOne({ logisticsNo }).lean())!.phone).to.equal("");
    expect(await reloadAfterSale(id)).to.deep.include({ applyDescription: "", applyPicUrls: [] });
  });
});
