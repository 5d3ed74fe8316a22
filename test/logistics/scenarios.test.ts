import { expect } from "chai";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildShippedOrder } from "#test/factories/shipment.js";
import type { Client } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { scenario } from "#test/support/scenario.js";
import { startService } from "#test/support/service.js";
import { happens, noExpressFaults, READ } from "./support.js";

describe("a parcel's course by name", () => {
  let operator: Client;
  before(async () => {
    await startService();
    await seedDelivery();
    ({ client: operator } = await buildOperator(["trade:order:query"]));
  });
  afterEach(async () => {
    await noExpressFaults();
    await runJobs();
  });

  const tracksOf = async (client: Client, id: number): Promise<string[]> => {
    await runJobs();
    const { data, msg } = await client.post(READ, { id });
    expect(data, msg).to.be.an("object");
    return data.expressTrackRespDTOList.map(({ content }: { content: string }) => content);
  };
  const order = async (id: number) => (await operator.get(`/admin-api/trade/order/get-detail?id=${id}`)).data;

  it("parcel-lost: its member reads that it is lost, and it is neither received nor on its way back", async () => {
    const { client, order: shipped, logisticsNo } = await buildShippedOrder();
    const other = await buildShippedOrder();
    await scenario("parcel-lost", { no: logisticsNo });
    await eventually("the courier has told it", async () => (await tracksOf(client, shipped._id)).length === 3);
    expect(await tracksOf(client, shipped._id)).to.have.members([
      "快件已被揽收",
      "快件已到达【转运中心】",
      "快件在运输途中遗失，请联系发件人",
    ]);
    const { status, comingBack } = await order(shipped._id);
    expect([status, comingBack]).to.deep.equal([20, false]);
    expect(await tracksOf(other.client, other.order._id)).to.deep.equal([]);
  });

  it("parcel-refused: the order is marked as coming back, and its member reads how", async () => {
    const { client, order: shipped, logisticsNo } = await buildShippedOrder();
    await scenario("parcel-refused", { no: logisticsNo });
    await eventually("it is marked", async () => {
      await runJobs();
      return (await order(shipped._id)).comingBack === true;
    });
    expect(await tracksOf(client, shipped._id)).to.include.members(["收件人拒收", "退件已签收"]);
    expect((await order(shipped._id)).status).to.equal(20);
  });

  it("courier-silent: nothing is pushed of that parcel alone, and who asks is told all the same", async () => {
    const { client, order: shipped, logisticsNo } = await buildShippedOrder();
    const other = await buildShippedOrder();
    await scenario("courier-silent", { no: logisticsNo });
    const silent = await happens(logisticsNo, { content: "已揽收" });
    const told = await happens(other.logisticsNo, { content: "已揽收" });
    expect(silent.deliveries).to.deep.equal([]);
    expect(told.deliveries.map(({ taken }) => taken)).to.deep.equal([true]);
    expect(await tracksOf(client, shipped._id)).to.deep.equal(["已揽收"]);
  });
});
