import { randomInt } from "node:crypto";
import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { ExpressCompanyModel, type ExpressCompanyDoc } from "#shared/domains/trade/delivery/expressCompany.model.js";
import { OrderModel, parcelNumberForm } from "#shared/domains/trade/index.js";
import { readParcelNumber } from "#shared/domains/trade/parcel/parcelNumber.js";
import { ParcelModel } from "#shared/domains/trade/parcel/parcel.model.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { storeTracks } from "#shared/domains/trade/parcel/storeTracks.js";
import { clock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { buildAfterSale, buildAfterSaleOperator, decide, reloadAfterSale } from "#test/factories/afterSale.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildPaidOrder, reloadOrder } from "#test/factories/order.js";
import { buildReceivedOrder, buildShippedOrder, freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { expressCalls, happens, READ } from "../../logistics/support.js";

const SHIP = "/admin-api/trade/order/delivery";
const CHANGE = "/admin-api/trade/order/update-delivery";
const WRONG_NUMBER = 1011004005;
const YUANTONG = 6;

const parcelOf = (parcelId: number | null) => ParcelModel.findById(parcelId!).lean();

describe("the numbers of parcels", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    operator = await buildOperator(["trade:order:ship", "trade:order:query", "trade:delivery-express:query"]);
  });
  afterEach(() => runJobs());

  const change = (id: unknown, logisticsNo: unknown = freshLogisticsNo(), logisticsId: unknown = ZHONGTONG) =>
    operator.client.put(CHANGE, { id, logisticsId, logisticsNo });

  it("have the form of their company: another one ships nothing, and says what one looks like", async () => {
    const { order } = await buildPaidOrder();
    const ship = (logisticsNo: string, language = "en") =>
      operator.client
        .with({ "accept-language": language })
        .put(SHIP, { id: order._id, logisticsId: ZHONGTONG, logisticsNo });
    for (const number of ["x", "-", "12345", "SF1234567890123", "7812345678901a"]) {
      const { status, code, data, msg } = await ship(number);
      expect([status, code, data], number).to.deep.equal([200, WRONG_NUMBER, false]);
      expect(msg).to.equal("logisticsNo: this is no parcel number of 中通快递; one looks like 78123456789012");
    }
    expect((await ship("x", "zh")).msg).to.equal("logisticsNo：不是有效的中通快递运单号，示例：78123456789012");
    expect((await reloadOrder(order._id)).order).to.include({ status: 10, logisticsNo: null, parcelId: null });
    expect((await ship("78123456789012")).code).to.equal(0);
  });

  it("tell whose they are: by their letters, or because they fit no other; else whom they fit", async () => {
    const recognize = async (logisticsNo: string) => {
      const { code, data, msg } = await operator.client.get(
        `/admin-api/trade/delivery/express/recognize?logisticsNo=${encodeURIComponent(logisticsNo)}`,
      );
      expect(code, msg).to.equal(0);
      return data as { sure: boolean; list: { id: number; code: string; name: string }[] };
    };
    for (const [number, code] of [
      ["SF1234567890123", "shunfeng"],
      [" jdva01234567890-1-1-", "jd"],
      ["]C1YT1234567890123", "yuantong"],
      ["EA123456789CN", "ems"],
      ["PA12345678901", "youzhengguonei"],
      ["STO12345678901", "shentong"],
      ["ZTO12345678901", "zhongtong"],
      ["JT1234567890123", "jtexpress"],
      ["DPK123456789012", "debangkuaidi"],
      ["YD1234567890123", "yunda"],
    ] as const) {
      const { sure, list } = await recognize(number);
      expect([sure, list[0]?.code], number).to.deep.equal([true, code]);
    }
    const digits = await recognize("78123456789012");
    expect([digits.sure, digits.list.map(({ code }) => code)]).to.deep.include.members([false]);
    expect(digits.list.map(({ code }) => code)).to.include.members(["zhongtong", "yunda", "shentong"]);
    const nobody = await recognize("12");
    expect(nobody).to.deep.equal({ sure: false, list: [] });
    const empty = await operator.client.get("/admin-api/trade/delivery/express/recognize?logisticsNo=");
    expect([empty.status, empty.msg]).to.deep.equal([400, "logisticsNo: must not be empty"]);
  });

  it("pass with the example of every company, and six to thirty letters, digits and hyphens of an unknown one", () => {
    for (const code of [
      "shunfeng",
      "jd",
      "ems",
      "youzhengguonei",
      "zhongtong",
      "yuantong",
      "yunda",
      "shentong",
      "jtexpress",
      "debangkuaidi",
      "SHUNFENG",
      "other",
    ]) {
      const { pattern, example } = parcelNumberForm(code);
      expect(example, code).to.match(pattern);
      for (const wrong of ["", "x", "abcde", "a b c d e f", "12345", "x".repeat(31), "1234567890123\n"])
        expect(wrong, `${code} ${wrong}`).not.to.match(pattern);
    }
    const { pattern } = parcelNumberForm("somebody-else");
    for (const right of ["AB-123", "123456", "z".repeat(30)]) expect(right).to.match(pattern);
  });

  /** What keyboards, phones and scanners enter, and the number itself. */
  const scanned: [code: string, entered: string, number: string][] = [
    ["shunfeng", " sf1385628716739\r\n", "SF1385628716739"],
    ["shunfeng", "\u3000SF1385628716739\u00a0", "SF1385628716739"],
    ["shunfeng", "SFA123456789012", "SFA123456789012"],
    ["jd", "JDVA11408814483-1-1-", "JDVA11408814483"],
    ["jd", "jdva11408814483-1-3-a05", "JDVA11408814483"],
    ["jd", "JDX024407261700－2－3－", "JDX024407261700"],
    ["jd", "JDAZ20123456789-1-1-12", "JDAZ20123456789"],
    ["jd", "VA00003618100-1-1-", "VA00003618100"],
    ["jd", "73345678901N1S3H5", "73345678901"],
    ["ems", "ea123456789cn", "EA123456789CN"],
    ["ems", "１２０７１１９７６５０２１ ", "1207119765021"],
    ["youzhengguonei", "PA12345678901", "PA12345678901"],
    ["zhongtong", "７３６１０５５５５８２８８３", "73610555582883"],
    ["zhongtong", "73610555582883-1", "73610555582883"],
    ["yuantong", "yt8962646785389", "YT8962646785389"],
    ["yunda", "\u200b463431409940372\ufeff", "463431409940372"],
    ["shentong", "773277027280336 ", "773277027280336"],
    ["jtexpress", "]C1jt5261988016578", "JT5261988016578"],
    ["debangkuaidi", "dpk202252612836-001", "DPK202252612836"],
    ["debangkuaidi", "DPK202252612836—1—2", "DPK202252612836"],
    // Of an unknown company a hyphen may be part of the number.
    ["somebody-else", " ab-123456-1", "AB-123456-1"],
  ];

  it("are kept and told as themselves, as scanners and people enter them, of every company", async () => {
    for (const [code, entered, number] of scanned) {
      const company = { code, name: code } as ExpressCompanyDoc;
      expect(readParcelNumber(company, entered), `${code} ${entered}`).to.equal(number);
      expect(readParcelNumber(company, number), `${code} ${number}`).to.equal(number);
    }
    for (const wrong of ["7361055558288-abc", "73610555582883-1-1-1-1-1", "x", "-1-1-", "736105 55582883"])
      expect(() => readParcelNumber({ code: "zhongtong", name: "ZTO" } as ExpressCompanyDoc, wrong), wrong).to.throw();
  });

  it("of JD's labels ship, correct and send back, and the tracking provider is asked for the number itself", async () => {
    const JD = 2;
    const { name } = await ExpressCompanyModel.findById(JD).orFail().lean<Pick<ExpressCompanyDoc, "_id" | "name">>();
    const digits = String(randomInt(1e10, 1e11));
    const { order } = await buildPaidOrder();
    const body = { id: order._id, logisticsId: JD, logisticsNo: ` jdva${digits}-1-1- ` };
    const reply = await operator.client.put(SHIP, body);
    expect([reply.status, reply.code], reply.msg).to.deep.equal([200, 0]);
    await runJobs();
    expect((await reloadOrder(order._id)).order.logisticsNo).to.equal(`JDVA${digits}`);
    expect((await expressCalls("/poll")).some(({ body: sent }) => sent.includes(`JDVA${digits}%22`))).to.equal(true);
    const { data } = await operator.client.get(`/admin-api/trade/order/get-detail?id=${order._id}`);
    expect(data.logs.at(-1).content).to.equal(`Shipped by ${name}, JDVA${digits}`);
    // The label of the second piece is the same shipment: nothing is changed.
    expect((await change(order._id, `JDVA${digits}-2-2-`, JD)).code).to.equal(0);
    const audited = { action: "order.update-delivery", bizId: String(order._id) };
    expect(await OperationLogModel.countDocuments(audited)).to.equal(0);
    expect((await change(order._id, `ＪＤＶＢ${digits}-1-1-`, JD)).code).to.equal(0);
    expect((await reloadOrder(order._id)).order.logisticsNo).to.equal(`JDVB${digits}`);

    const shipped = await buildShippedOrder();
    const id = await buildAfterSale(shipped, { way: 20 });
    await decide(await buildAfterSaleOperator(), "agree", id);
    const back = { id, logisticsId: JD, logisticsNo: `jdvc${digits}-1-1-\t` };
    expect((await shipped.client.post("/app-api/trade/after-sale/delivery", back)).code).to.equal(0);
    expect((await reloadAfterSale(id)).logisticsNo).to.equal(`JDVC${digits}`);
  });

  it("are shown in their form to operators who ship", async () => {
    const { data } = await operator.client.get("/admin-api/trade/delivery/express/page?code=zhongtong");
    const [{ logisticsNoPattern, logisticsNoExample }] = data.list;
    expect(logisticsNoExample).to.match(new RegExp(logisticsNoPattern, "i"));
  });

  it("are checked when a member sends goods back", async () => {
    const shipped = await buildShippedOrder();
    const id = await buildAfterSale(shipped, { way: 20 });
    await decide(await buildAfterSaleOperator(), "agree", id);
    const back = (logisticsNo: string) =>
      shipped.client.post("/app-api/trade/after-sale/delivery", { id, logisticsId: ZHONGTONG, logisticsNo });
    expect((await back("x")).code).to.equal(WRONG_NUMBER);
    expect((await back(freshLogisticsNo())).code).to.equal(0);
  });

  it("can be corrected: the new parcel is tracked, the tracks of the old one are gone, history and audit log say so", async () => {
    const { client, order, logisticsNo } = await buildShippedOrder();
    await happens(logisticsNo, { content: "somebody else's parcel" });
    await runJobs();
    expect((await client.post(READ, { id: order._id })).data.expressTrackRespDTOList).to.have.length(1);

    const corrected = `YT${Date.now()}`;
    const reply = await change(order._id, corrected, YUANTONG);
    expect([reply.status, reply.code, reply.data]).to.deep.equal([200, 0, true]);
    await runJobs();
    const { order: now } = await reloadOrder(order._id);
    expect(now).to.include({ status: 20, logisticsId: YUANTONG, logisticsNo: corrected });
    expect(now.deliveryAt).to.deep.equal(order.deliveryAt);
    expect(now.parcelId).not.to.equal(order.parcelId);
    expect(await parcelOf(order.parcelId)).to.equal(null);
    expect(await parcelOf(now.parcelId)).to.include({ company: "yuantong", phone: order.receiverMobile });
    expect((await parcelOf(now.parcelId))!.subscribedAt).to.be.instanceOf(Date);
    expect((await expressCalls("/poll")).some(({ body }) => body.includes(corrected))).to.equal(true);
    // What is still told of the old number is nobody's.
    await happens(logisticsNo, { content: "and again" });
    await happens(corrected, { content: "on its way" });
    await runJobs();
    const shown = (await client.post(READ, { id: order._id })).data;
    expect(shown).to.include({ code: "yuantong", logisticsNo: corrected });
    expect(shown.expressTrackRespDTOList.map(({ content }: { content: string }) => content)).to.deep.equal([
      "on its way",
    ]);

    const path = `/admin-api/trade/order/get-detail?id=${order._id}`;
    expect((await operator.client.get(path)).data.logs.at(-1)).to.include({
      userId: operator.operator._id,
      userType: 2,
      beforeStatus: 20,
      afterStatus: 20,
      operateType: 21,
      content: `Parcel changed to 圆通速递, ${corrected}; before 中通快递, ${logisticsNo}`,
    });
    const audit = await OperationLogModel.findOne({ bizId: String(order._id), action: "order.update-delivery" }).lean();
    expect([audit?.before, audit?.after]).to.deep.equal([
      { logisticsId: ZHONGTONG, logisticsNo },
      { logisticsId: YUANTONG, logisticsNo: corrected },
    ]);
  });

  it("stay where other orders lie in the same parcel, and changing nothing leaves no trace", async () => {
    const first = await buildShippedOrder();
    const second = await buildShippedOrder({ logisticsNo: first.logisticsNo });
    expect(second.order.parcelId).to.equal(first.order.parcelId);
    expect((await change(first.order._id, first.logisticsNo)).data).to.equal(true);
    expect(
      await OperationLogModel.countDocuments({ action: "order.update-delivery", bizId: String(first.order._id) }),
    ).to.equal(0);
    expect((await change(first.order._id)).code).to.equal(0);
    expect(await parcelOf(first.order.parcelId)).to.include({ logisticsNo: first.logisticsNo });
    // The other way round: into a parcel that is there already.
    expect((await change(first.order._id, first.logisticsNo)).code).to.equal(0);
    expect((await reloadOrder(first.order._id)).order.parcelId).to.equal(second.order.parcelId);
  });

  it("can be given to an order that left without a parcel", async () => {
    const { order } = await buildPaidOrder();
    expect((await operator.client.put(SHIP, { id: order._id, logisticsId: 0 })).code).to.equal(0);
    expect((await change(order._id)).code).to.equal(0);
    expect((await reloadOrder(order._id)).order.parcelId).to.be.a("number");
  });

  it("are as they are once the parcel is signed for, also in that moment", async () => {
    const signed = await buildShippedOrder();
    await happens(signed.logisticsNo, { content: "已签收", delivered: true });
    await runJobs();
    const refused = await change(signed.order._id);
    expect([refused.status, refused.code, refused.data]).to.deep.equal([200, 1011000053, false]);
    expect((await reloadOrder(signed.order._id)).order.logisticsNo).to.equal(signed.logisticsNo);

    for (let round = 0; round < 4; round++) {
      const { order } = await buildShippedOrder();
      const track = { at: clock.now(), content: "已签收" };
      const [reply] = await Promise.all([
        change(order._id),
        storeTracks(order.parcelId!, { tracks: [track], isSigned: true, isReturning: false }, "push"),
      ]);
      const old = await parcelOf(order.parcelId);
      const now = (await reloadOrder(order._id)).order;
      if (reply.code === 0) expect([old, now.parcelId === order.parcelId]).to.deep.equal([null, false]);
      else
        expect([reply.code, now.parcelId, old?.signedAt === null]).to.deep.equal([1011000053, order.parcelId, false]);
    }
  });

  it("cannot be changed before shipping, after receipt, of a pick-up, nor to what no company carries", async () => {
    expect((await change(987_654_321)).code).to.equal(1011000011);
    const { order } = await buildPaidOrder();
    expect((await change(order._id)).code).to.equal(1011000052);
    expect((await change((await buildReceivedOrder()).order._id)).code).to.equal(1011000052);
    const { order: shipped, logisticsNo } = await buildShippedOrder();
    await OrderModel.updateOne({ _id: shipped._id }, { $set: { deliveryType: 2 } });
    expect((await change(shipped._id)).code).to.equal(1011000052);
    await OrderModel.updateOne({ _id: shipped._id }, { $set: { deliveryType: 1 } });
    expect((await change(shipped._id, "x")).code).to.equal(WRONG_NUMBER);
    expect((await change(shipped._id, freshLogisticsNo(), 987_654)).code).to.equal(1011004000);
    const _id = await nextId("expressCompanies");
    await ExpressCompanyModel.create([{ _id, code: `closed-${_id}`, name: "Closed", logo: "", sort: 99, status: 1 }]);
    expect((await change(shipped._id, freshLogisticsNo(), _id)).code).to.equal(1011004003);
    expect((await reloadOrder(shipped._id)).order.logisticsNo).to.equal(logisticsNo);
  });

  it("want sound fields, the permission and an operator", async () => {
    const { client, order, logisticsNo } = await buildShippedOrder();
    for (const [field, reply] of [
      ["id", await change({ $gt: "" })],
      ["logisticsId", await change(order._id, freshLogisticsNo(), 0)],
      ["logisticsId", await change(order._id, freshLogisticsNo(), null)],
      ["logisticsNo", await change(order._id, "")],
      ["logisticsNo", await change(order._id, { $gt: "" })],
      ["logisticsNo", await change(order._id, "<b>")],
      ["logisticsNo", await change(order._id, "1".repeat(65))],
    ] as const)
      expect([reply.status, reply.msg.split(/[:：]/)[0]]).to.deep.equal([400, field]);
    const body = { id: order._id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    expect((await stranger.put(CHANGE, body)).status).to.equal(401);
    expect((await client.put(CHANGE, body)).status).to.equal(401);
    const other = await buildOperator(["trade:order:update"]);
    expect((await other.client.put(CHANGE, body)).status).to.equal(403);
    expect((await reloadOrder(order._id)).order.logisticsNo).to.equal(logisticsNo);
  });
});
