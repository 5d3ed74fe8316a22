import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder, buildUnpaidOrder, reloadOrder } from "#test/factories/order.js";
import { buildShippedOrder, freshLogisticsNo } from "#test/factories/shipment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const CHECK = "/admin-api/trade/order/check-shipments";
const NOT_FOUND = 1011000011;
const UNCLEAR = 1011004006;
const TWICE = 1011004007;
const NO_COMPANY = 1011004000;
const WRONG_NUMBER = 1011004005;

describe("a list of parcels", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    operator = await buildOperator(["trade:order:ship"]);
  });
  afterEach(() => runJobs());

  async function check(list: object[], language = "en") {
    const { code, msg, data } = await operator.client.with({ "accept-language": language }).post(CHECK, { list });
    expect(code, msg).to.equal(0);
    return data.list as {
      orderId: number | null;
      receiverName: string;
      logisticsName: string;
      logisticsNo: string;
      fault: { code: number; msg: string } | null;
    }[];
  }

  it("is told row by row: what would ship and with whom, and what would not and why; nothing changes", async () => {
    const [one, two, three] = await Promise.all([buildPaidOrder(), buildPaidOrder(), buildPaidOrder()]);
    const { order: unpaid } = await buildUnpaidOrder();
    const { order: left } = await buildShippedOrder();
    const digits = "78123456789012";
    const list = [
      { no: one.order.no, logisticsNo: "YT1234567890123" },
      { no: two.order.no, company: "中通快递", logisticsNo: ` ${digits} ` },
      { no: three.order.no, company: "JD", logisticsNo: "jdva01234567890-1-1-" },
      { no: one.order.no, logisticsNo: "YT1234567890124" },
      { no: "nobody's", logisticsNo: digits },
      { no: unpaid.no, logisticsNo: "YT1234567890123" },
      { no: left.no, logisticsNo: "YT1234567890123" },
    ];
    const told = await check(list);
    expect(told.slice(0, 3).map(({ fault, logisticsName, logisticsNo }) => [fault, logisticsName, logisticsNo])).to.eql(
      [
        [null, "圆通速递", "YT1234567890123"],
        [null, "中通快递", digits],
        [null, "京东物流", "JDVA01234567890"],
      ],
    );
    expect(told[0]).to.include({ orderId: one.order._id, receiverName: one.order.receiverName });
    expect(told.slice(3, 5).map(({ fault }) => fault?.code)).to.deep.equal([TWICE, NOT_FOUND]);
    for (const { fault } of told.slice(5)) expect(fault?.msg).to.match(/ship/i);
    expect((await reloadOrder(one.order._id)).order.status).to.equal(10);
    expect(await OperationLogModel.countDocuments({ bizId: String(one.order._id) })).to.equal(0);
  });

  it("names the companies where a number fits several, and what is wrong with it, in both languages", async () => {
    const [one, two, three] = await Promise.all([buildPaidOrder(), buildPaidOrder(), buildPaidOrder()]);
    const list = [
      { no: one.order.no, logisticsNo: "78123456789012" },
      { no: two.order.no, company: "Nobody's Post", logisticsNo: freshLogisticsNo() },
      { no: three.order.no, company: "zhongtong", logisticsNo: "7.8123E+13" },
    ];
    const told = await check(list);
    expect(told.map(({ fault }) => fault?.code)).to.deep.equal([UNCLEAR, NO_COMPANY, WRONG_NUMBER]);
    expect(told[0]!.fault!.msg).to.include("中通快递").and.include("name one");
    expect((await check(list, "zh"))[0]!.fault!.msg).to.include("请注明其中一家");
  });

  it("wants a row at least and 200 at most, and the right to ship", async () => {
    for (const list of [[], Array.from({ length: 201 }, () => ({ no: "1", logisticsNo: "1" }))]) {
      const { status, msg } = await operator.client.post(CHECK, { list });
      expect([status, msg.split(":")[0]]).to.deep.equal([400, "list"]);
    }
    const other = await buildOperator(["trade:order:query"]);
    expect((await other.client.post(CHECK, { list: [{ no: "1", logisticsNo: "1" }] })).status).to.equal(403);
  });
});
