import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { csvExport, maskMobile } from "#api/http/csv/csvExport.js";
import { pageInput } from "#api/http/fields.js";
import { endpoints } from "#api/routes.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { MemberModel } from "#shared/domains/member/index.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildAfterSale } from "#test/factories/afterSale.js";
import { buildInvoice } from "#test/factories/invoice.js";
import { buildLicense } from "#test/factories/license.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder, type BuiltOrder } from "#test/factories/order.js";
import { buildCoupon } from "#test/factories/promotion.js";
import { stranger, type Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

/** The cells of a file, its heads first. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    const row = rows.at(-1);
    const cell = quoted?.replaceAll('""', '"') ?? plain ?? "";
    if (row && row.at(-1) !== "\n") row.push(cell);
    else {
      row?.pop();
      rows.push([cell]);
    }
    if (end === "\r\n") rows.at(-1)!.push("\n");
  }
  rows.at(-1)?.pop();
  return rows;
}
const objectsOf = (text: string): Record<string, string>[] => {
  const [heads = [], ...rows] = cellsOf(text);
  return rows.map((row) => Object.fromEntries(heads.map((head, index) => [head, row[index] ?? ""])));
};

const paths = [
  "trade/order",
  "trade/after-sale",
  "pay/order",
  "pay/refund",
  "pay/wallet-transaction",
  "member/user",
  "member/invoice",
  "promotion/coupon",
  "product/spu",
  "website/license",
  "system/login-log",
];

describe("lists as CSV files", () => {
  let client: Client;
  let token: string;
  let built: BuiltOrder;
  before(async () => {
    await startService();
    ({ client, token } = await buildOperator(["*"]));
    built = await buildPaidOrder();
    await buildInvoice({ ordered: built });
    await buildAfterSale(built);
    await buildCoupon({ memberId: built.member._id });
    await buildLicense({ memberId: built.member._id });
    await stranger.post("/app-api/member/auth/login", { mobile: built.member.mobile, password: "not-this-1" });
  });

  it("stand beside each page, with a right of their own and the page's own filters", () => {
    for (const path of paths) {
      const file = endpoints.find((endpoint) => endpoint.path === `/admin-api/${path}/export`)!;
      const page = endpoints.find((endpoint) => endpoint.path === `/admin-api/${path}/page`)!;
      expect(file.access, path)
        .to.have.property("permission")
        .that.matches(/^[\w-]+:[\w-]+:export$/);
      const fieldsOf = (endpoint: typeof file): string[] =>
        Object.keys((endpoint.input.query as unknown as { shape: object }).shape).sort();
      const paging = ["pageNo", "pageSize", "page", "size"];
      expect(fieldsOf(file), path).to.deep.equal(fieldsOf(page).filter((name) => !paging.includes(name)));
    }
  });

  for (const path of paths)
    it(`${path}: as many rows as the page finds, heads in the reader's language`, async () => {
      const query = path === "product/spu" || path === "system/login-log" || path === "pay/refund" ? "" : "?userId=";
      const filter =
        query === "" ? "" : path === "member/user" ? `?mobile=${built.member.mobile}` : `${query}${built.member._id}`;
      const page = await client.get(`/admin-api/${path}/page${filter}`);
      expect(page.code, page.msg).to.equal(0);
      const file = await client.get(`/admin-api/${path}/export${filter}`);
      expect(file.status, file.text.slice(0, 200)).to.equal(200);
      expect(file.headers.get("content-type")).to.equal("text/csv; charset=utf-8");
      expect(file.headers.get("content-disposition")).to.match(/^attachment; filename="[\w-]+\.csv"$/);
      // A client that reads text takes the byte order mark off.
      const { url } = await startService();
      const raw = await fetch(`${url}/admin-api/${path}/export${filter}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(
        Buffer.from(await raw.arrayBuffer())
          .subarray(0, 3)
          .toString("hex"),
      ).to.equal("efbbbf");
      const rows = objectsOf(file.text);
      expect(rows).to.have.length(page.data.total as number);
      if (path !== "pay/refund" && path !== "pay/wallet-transaction") expect(rows.length).to.be.greaterThan(0);
      const zh = await client.with({ "accept-language": "zh-CN" }).get(`/admin-api/${path}/export${filter}`);
      expect(zh.text.split("\r\n")[0])
        .to.match(/[一-鿿]/)
        .and.not.equal(file.text.split("\r\n")[0]);
    });

  it("an order's row tells what was bought, for how much, and where it goes", async () => {
    const { text } = await client.get(`/admin-api/trade/order/export?no=${built.order.no}`);
    const [row, ...others] = objectsOf(text);
    expect(others).to.deep.equal([]);
    expect(row).to.include({
      "Order no.": built.order.no,
      Status: "to ship",
      "To pay (yuan)": String(built.order.payPriceFen / 100),
      Mobile: built.member.mobile,
      "Receiver's mobile": built.order.receiverMobile,
    });
    expect(row!["Products"]).to.contain(built.items[0]!.spuName);
    expect(row!["Ordered at"]).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it("mobile numbers are whole for who may see them in the page, and masked for others", async () => {
    const masked = maskMobile(built.member.mobile!);
    expect(masked).to.match(/^1\d{2}\*{4}\d{4}$/);
    for (const [permissions, shown] of [
      [["trade:order:export"], masked],
      [["trade:order:export", "trade:order:query"], built.member.mobile],
    ] as const) {
      const reader = (await buildOperator([...permissions])).client;
      const { text } = await reader.get(`/admin-api/trade/order/export?no=${built.order.no}`);
      expect(objectsOf(text)[0]!["Mobile"]).to.equal(shown);
    }
    const reader = (await buildOperator(["system:login-log:export"])).client;
    const { text } = await reader.get(`/admin-api/system/login-log/export?userId=${built.member._id}&userType=1`);
    expect(text).to.contain(masked).and.not.to.contain(built.member.mobile!);
  });

  it("what a spreadsheet would take for a formula is text", async () => {
    await OrderModel.updateOne({ _id: built.order._id }, { $set: { userRemark: '=HYPERLINK("http://x","y")' } });
    const { text } = await client.get(`/admin-api/trade/order/export?no=${built.order.no}`);
    expect(objectsOf(text)[0]!["Member's remark"]).to.equal(`'=HYPERLINK("http://x","y")`);
  });

  it("also behind a sign that parts cells; and long digits are not rounded", async () => {
    for (const [remark, shown] of [
      [";=1+1", "';=1+1"],
      [" \t@SUM(A1)", "' \t@SUM(A1)"],
      ["a;=1+1", "a;=1+1"],
      ["1234567890123456", "'1234567890123456"],
      ["123456789012345", "123456789012345"],
    ] as const) {
      await OrderModel.updateOne({ _id: built.order._id }, { $set: { userRemark: remark } });
      const { text } = await client.get(`/admin-api/trade/order/export?no=${built.order.no}`);
      expect(objectsOf(text)[0]!["Member's remark"], remark).to.equal(shown);
      if (remark.includes(";")) expect(text).to.contain(`"${shown}"`);
    }
  });

  it("a file of trade orders has another name than one of pay orders", async () => {
    const nameOf = async (path: string) =>
      (await client.get(`/admin-api/${path}/export?userId=${built.member._id}`)).headers.get("content-disposition");
    expect(await nameOf("trade/order")).to.contain('"trade-order.csv"');
    expect(await nameOf("pay/order")).to.contain('"pay-order.csv"');
  });

  it("who took which rows stands in the audit log", async () => {
    const { client: reader, operator } = await buildOperator(["member:user:export"]);
    const before = await OperationLogModel.countDocuments({ operatorId: operator._id });
    await reader.get(`/admin-api/member/user/export?mobile=${built.member.mobile}`);
    const rows = await OperationLogModel.find({ operatorId: operator._id }).lean();
    expect(rows).to.have.length(before + 1);
    expect(rows.at(-1)).to.include({ module: "member", action: "user.export" });
    expect(rows.at(-1)!.after).to.deep.equal({ search: { mobile: built.member.mobile }, rows: 1 });
  });

  it("are refused before they begin: without the right, for bad filters, for too many rows", async () => {
    const member = await buildMember();
    const { client: other } = await buildOperator(["trade:order:query"]);
    for (const path of paths) {
      const file = `/admin-api/${path}/export`;
      expect((await stranger.get(file)).status, path).to.equal(401);
      expect((await member.client.get(file)).status, path).to.equal(401);
      expect((await other.get(file)).status, path).to.equal(403);
      const bad = await client.get(`${file}?createTime=x`);
      expect([bad.status, bad.code, bad.msg.split(/[.:]/)[0]], path).to.deep.equal([400, 400, "createTime"]);
    }
    const many = csvExport({
      path: "/admin-api/test/many",
      noun: "test:many",
      summary: "",
      pageQuery: pageInput({}),
      count: async () => 100_001,
      rows: () => {
        throw new Error("must not be read");
      },
      columns: [],
    });
    const refusal = await Promise.resolve(many.handle({ query: {}, actor: { permissions: ["*"] } } as never)).catch(
      (error: unknown) => error,
    );
    expect(refusal).to.include({ code: 400 });
  });

  it("only four are read at the same time, so that the shop goes on", async () => {
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    const slow = csvExport({
      path: "/admin-api/test/slow",
      noun: "test:slow",
      summary: "",
      pageQuery: pageInput({}),
      count: async () => 1,
      async *rows(): AsyncGenerator<object> {
        yield await held.then(() => ({}));
      },
      columns: [],
    });
    const ask = async () => {
      const ctx = { set: () => undefined, body: undefined as Readable | undefined };
      await slow.handle({ query: {}, actor: { permissions: ["*"] }, ctx } as never);
      return ctx.body!;
    };
    const bodies = [await ask(), await ask(), await ask(), await ask()];
    const reply = await client.get("/admin-api/trade/order/export");
    expect([reply.status, reply.headers.get("retry-after")]).to.deep.equal([503, "5"]);
    end();
    await Promise.all(bodies.map((body) => text(body)));
    await Promise.all(bodies.map((body) => body.closed || once(body, "close")));
    expect((await client.get("/admin-api/trade/order/export")).status).to.equal(200);
  });

  it("more rows than the store answers at once are all there, in order", async () => {
    const mobiles = Array.from({ length: 1_203 }, (_, index) => `199${String(index).padStart(8, "0")}`);
    const first = 900_000_000;
    await MemberModel.insertMany(
      mobiles.map((mobile, index) => ({ _id: first + index, mobile, nickname: `many ${index}` })),
    );
    const { text } = await client.get(`/admin-api/member/user/export?mobile=1990000`);
    const found = objectsOf(text).map((row) => Number(row["Member"]));
    expect(found).to.have.length(mobiles.length);
    expect(new Set(found).size).to.equal(mobiles.length);
    await inTransaction(async () => MemberModel.deleteMany({ _id: { $gte: first } }));
  });
});
