import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { findInvoice } from "#shared/domains/invoice/invoice.queries.js";
import { APPLY, buildInvoice, invoiceBody, onPaper } from "#test/factories/invoice.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildMember } from "#test/factories/member.js";
import { stranger } from "#test/support/client.js";
import {
  buildRefundable,
  invoiceFault,
  invoiceUntil,
  madeFor,
  noInvoiceFaults,
  settle,
  settleAll,
  untilDone,
  untilStuck,
} from "./support.js";

const PATH = "/admin-api/member/invoice";
const NOT_FOUND = 1014001000;
const NOT_APPLIED = 1014001004;
const NOT_ISSUING = 1014001005;
const AT_PLATFORM = 1014001006;
const NOT_WAITING = 1014001007;

describe("operators and invoices", () => {
  let operator: BuiltOperator;
  before(async () => {
    operator = await buildOperator(["member:invoice:query", ...verbs.map((verb) => `member:invoice:${verb}`)]);
  });
  afterEach(noInvoiceFaults);
  after(settleAll);
  const verbs = ["issue", "finish", "reject", "retry"];
  const put = (verb: string, body: object) => operator.client.put(`${PATH}/${verb}`, body);

  it("a paper one: 1, taken 2, sent with its number 3; each step in the audit log, each once", async () => {
    const { order, invoice, client } = await buildInvoice({ body: onPaper });
    const { _id: id } = invoice;
    expect((await put("finish", { id, trackingNo: "SF1" })).code).to.equal(NOT_ISSUING);
    expect((await put("issue", { id })).data).to.equal(true);
    expect((await put("issue", { id })).code).to.equal(NOT_APPLIED);
    expect((await put("retry", { id })).code).to.equal(NOT_WAITING);
    expect((await put("finish", { id, trackingNo: "SF1234567890" })).data).to.equal(true);
    expect((await put("finish", { id, trackingNo: "SF2" })).code).to.equal(NOT_ISSUING);
    expect((await put("reject", { id, reason: "too late" })).code).to.equal(NOT_ISSUING);
    const page = (await client.post("/member/invoiceInfo/appOrderInvoicedListPage", { invoiceType: 2 })).data;
    expect(page.list[0]).to.include({ tradeOrderId: order._id, invoiceStatus: 3, type: 1, invoiceUrl: null });
    const row = (await operator.client.get(`${PATH}/get?id=${id}`)).data;
    expect(row).to.include({ status: 3, trackingNo: "SF1234567890", userId: order.memberId, invoiceUrl: null });
    expect(row.lines).to.have.length(1);
    const audit = await OperationLogModel.find({ module: "member", bizId: String(id) })
      .sort({ _id: 1 })
      .lean();
    expect(audit.map(({ action }) => action)).to.deep.equal(["invoice.issue", "invoice.finish"]);
    expect(audit[1]).to.deep.include({ operatorId: operator.operator._id });
    expect(audit[1]!.before).to.include({ status: 2 });
    expect(audit[1]!.after).to.include({ status: 3, trackingNo: "SF1234567890" });
  });

  it("one that is refused may be applied for again", async () => {
    const built = await buildInvoice({ body: onPaper });
    expect((await put("reject", { id: built.invoice._id, reason: "地址不详" })).data).to.equal(true);
    expect((await operator.client.get(`${PATH}/get?id=${built.invoice._id}`)).data).to.include({
      status: 0,
      rejectReason: "地址不详",
    });
    expect((await built.client.post(APPLY, invoiceBody(built, onPaper))).data).to.equal(true);
    const page = await operator.client.get(`${PATH}/page?tradeOrderId=${built.order._id}`);
    expect(page.data.list.map(({ status }: { status: number }) => status)).to.deep.equal([1, 0]);
  });

  it("a failed electronic one stands on the page with its reason, and is tried again under another number", async () => {
    await invoiceFault({ mode: "hold", path: "blue" });
    const built = await buildInvoice();
    const sent = await invoiceUntil(built.order._id, "it is sent", ({ bill }) => bill.serialNo !== null);
    expect((await put("finish", { id: sent._id, invoiceUrl: "https://files.example/1.pdf" })).code).to.equal(
      AT_PLATFORM,
    );
    await settle(sent.bill.no!, { outcome: "failed", reason: "税号不存在" });
    await untilStuck(built.order._id);
    const page = await operator.client.get(`${PATH}/page?waiting=true&userId=${built.order.memberId}`);
    expect(page.data.list).to.have.length(1);
    expect(page.data.list[0]).to.include({
      id: sent._id,
      failReason: "税号不存在",
      platformState: "failed",
      waiting: true,
    });
    expect((await put("retry", { id: sent._id })).data).to.equal(true);
    const done = await untilDone(built.order._id);
    expect(done.bill.no).not.to.equal(sent.bill.no);
    expect((await madeFor(done)).map(({ state }) => state)).to.deep.equal(["issued"]);
    expect((await put("retry", { id: sent._id })).code).to.equal(NOT_WAITING);
  });

  it("a failed electronic one that was made elsewhere is finished with its address, which its owner is led to", async () => {
    await invoiceFault({ mode: "hold", path: "blue" });
    const built = await buildInvoice();
    const sent = await invoiceUntil(built.order._id, "it is sent", ({ bill }) => bill.serialNo !== null);
    await settle(sent.bill.no!, { outcome: "failed" });
    await untilStuck(built.order._id);
    const invoiceUrl = "https://files.example/invoices/1.pdf";
    expect((await put("finish", { id: sent._id, invoiceUrl })).data).to.equal(true);
    const opened = await built.client.get(`/member/invoiceInfo/file/${sent._id}`);
    expect([opened.status, opened.headers.get("location")]).to.deep.equal([302, invoiceUrl]);
    const other = await (await buildMember()).client.get(`/member/invoiceInfo/file/${sent._id}`);
    expect([other.code, other.headers.get("location")]).to.deep.equal([NOT_FOUND, null]);
  });

  it("one that is refused while the provider has it gets a red letter, should it come out after all", async () => {
    await invoiceFault({ mode: "hold", path: "blue" });
    const built = await buildInvoice({ ordered: await buildRefundable() });
    const sent = await invoiceUntil(built.order._id, "it is sent", ({ bill }) => bill.serialNo !== null);
    expect((await put("reject", { id: sent._id, reason: "抬头有误" })).data).to.equal(true);
    expect((await built.client.post(APPLY, invoiceBody(built, onPaper))).data).to.equal(true);
    await settle(sent.bill.no!);
    await invoiceUntil(built.order._id, "the red letter", () => true);
    const { eventually } = await import("#test/support/eventually.js");
    await eventually("the red letter", async () => (await findInvoice(sent._id))!.red.state === "issued");
    expect(await findInvoice(sent._id)).to.include({ status: 0 });
  });

  it("the page filters", async () => {
    const title = `公司 ${Date.now()}`;
    const from = Date.now() - 1_000;
    const { invoice, order } = await buildInvoice({ body: { ...onPaper, title } });
    const found = async (query: string): Promise<number[]> => {
      const reply = await operator.client.get(`${PATH}/page?${query}&pageSize=100`);
      expect(reply.code, reply.msg).to.equal(0);
      return reply.data.list.map(({ id }: { id: number }) => id);
    };
    const filters = [
      `title=${encodeURIComponent(title)}`,
      `tradeOrderId=${order._id}`,
      `orderNo=${order.no}`,
      `userId=${order.memberId}`,
      `createTime=${from}&createTime=${Date.now() + 1_000}&type=1`,
      `status=1&type=1&invoiceType=1`,
      `waiting=false&status=1`,
    ];
    for (const filter of filters) expect(await found(filter), filter).to.include(invoice._id);
    for (const filter of ["status=3", "type=2", "invoiceType=2", "waiting=true", `createTime=0&createTime=${from}`])
      expect(await found(filter), filter).not.to.include(invoice._id);
    const named = await operator.client.get(`${PATH}/get?id=${invoice._id}`);
    expect(named.data.user).to.include({ id: order.memberId });
    for (const filter of ["status=9", "type=x", "createTime=5&createTime=1", "pageNo=0", "title[$gt]="])
      expect((await operator.client.get(`${PATH}/page?${filter}`)).status, filter).to.equal(400);
  });

  it("bad input is named; an absent one is a refusal", async () => {
    for (const [verb, body, field] of [
      ["issue", {}, "id"],
      ["issue", { id: { $gt: "" } }, "id"],
      ["finish", { id: 1 }, "trackingNo"],
      ["finish", { id: 1, invoiceUrl: "javascript:alert(1)" }, "invoiceUrl"],
      ["finish", { id: 1, trackingNo: 5 }, "trackingNo"],
      ["reject", { id: 1 }, "reason"],
      ["reject", { id: 1, reason: " " }, "reason"],
      ["retry", { id: "x" }, "id"],
    ] as const) {
      const reply = await put(verb, body);
      expect([reply.status, reply.msg.split(":")[0]]).to.deep.equal([400, field]);
    }
    const id = 999_999_999;
    for (const [verb, body] of [
      ["issue", { id }],
      ["finish", { id, trackingNo: "1" }],
      ["reject", { id, reason: "x" }],
      ["retry", { id }],
    ] as const)
      expect((await put(verb, body)).code).to.equal(NOT_FOUND);
    for (const path of ["get", "file"])
      expect((await operator.client.get(`${PATH}/${path}?id=${id}`)).code).to.equal(NOT_FOUND);
  });

  it("each verb wants its permission, and an operator", async () => {
    const { client: nobody } = await buildOperator(["member:other"]);
    const { client: member } = await buildMember();
    for (const verb of verbs) {
      expect((await nobody.put(`${PATH}/${verb}`, {})).status).to.equal(403);
      for (const client of [stranger, member]) expect((await client.put(`${PATH}/${verb}`, {})).status).to.equal(401);
    }
    for (const path of ["page", "get?id=1", "file?id=1"]) {
      expect((await nobody.get(`${PATH}/${path}`)).status).to.equal(403);
      for (const client of [stranger, member]) expect((await client.get(`${PATH}/${path}`)).status).to.equal(401);
    }
  });
});
