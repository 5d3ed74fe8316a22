import { createHash } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { unzipSync } from "fflate";
import { gbkBytes } from "#scripts/sandbox/gbk.js";
import { alipayOf, openTrade } from "./alipaySupport.js";
import { authorize, merchantOf, openOrder, startSandbox, stopSandbox, type TestSandbox } from "./support.js";

const shanghaiDay = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const notifyUrl = "http://127.0.0.1:9/nobody";

describe("sandbox: statements and merchants of the pay providers", () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await startSandbox({ resendAfterMs: [], callbackTimeoutMs: 50 });
  });
  after(() => stopSandbox(sandbox));

  it("GBK is written as it is read; what it does not have is a question mark", () => {
    const decode = (bytes: Uint8Array): string => new TextDecoder("gbk").decode(bytes);
    const known = "支付宝业务明细查询，商户订单号：（元）abc\t123";
    expect(decode(gbkBytes(known))).to.equal(known);
    expect(decode(gbkBytes("a😀b"))).to.equal("a?b");
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."商品A1,\t元。") }), (text) => decode(gbkBytes(text)) === text),
    );
  });

  it("the SDK of WeChat Pay asks for the day's bill; the file is the one that was announced", async () => {
    const merchant = merchantOf(sandbox);
    const path = "/v3/bill/tradebill?bill_date=2020-01-01&bill_type=ALL";
    const none = await fetch(sandbox.env["WECHATPAY_BASE_URL"] + path, {
      headers: { accept: "application/json", "user-agent": "t", authorization: authorize(merchant.pay, "GET", path) },
    });
    expect([none.status, ((await none.json()) as { code: string }).code]).to.deep.equal([400, "NO_STATEMENT_EXIST"]);
    const no = await openOrder(merchant, notifyUrl, 1_000);
    await sandbox.control("POST", `/sandbox/pay/orders/${no}/settle`, { notify: false });
    await merchant.pay.tradebill({ bill_date: shanghaiDay(), bill_type: "ALL" });
    expect(await merchant.lastIsSigned()).to.equal(true);
    const { download_url, hash_value, hash_type } = merchant.last().data as Record<string, string>;
    const place = new URL(download_url!);
    const signed = { accept: "*/*", "user-agent": "t" };
    expect((await fetch(place, { headers: signed })).status).to.equal(401);
    const authorization = authorize(merchant.pay, "GET", place.pathname + place.search);
    const file = Buffer.from(await (await fetch(place, { headers: { ...signed, authorization } })).arrayBuffer());
    expect([hash_type, createHash("sha1").update(file).digest("hex")]).to.deep.equal(["SHA1", hash_value]);
    const [header, line, sumNames, sums] = file.toString("utf8").replace("\uFEFF", "").split("\r\n");
    expect(header!.split(",")).to.have.length(27);
    expect(line!.split(",`")).to.have.length(27);
    expect(line).to.contain(`\`${no},`).and.contain("`10.00,");
    expect(sumNames).to.match(/^总交易单数/);
    expect(sums).to.equal("`1,`10.00,`0.00,`0.00,`0.06000,`10.00,`0.00");
  });

  it("Alipay's is a zip with the list and its sums, at an address that only its token opens", async () => {
    const client = alipayOf(sandbox);
    const ask = (day: string) =>
      client.call("alipay.data.dataservice.bill.downloadurl.query", { bill_type: "trade", bill_date: day });
    expect(await ask("2020-01-01")).to.include({ code: "40004", subCode: "isp.bill_not_exist" });
    const no = await openTrade(client, notifyUrl);
    await sandbox.control("POST", `/sandbox/pay/orders/${no}/settle`, { notify: false });
    const { billDownloadUrl } = (await ask(shanghaiDay())) as unknown as { billDownloadUrl: string };
    const zip = unzipSync(new Uint8Array(await (await fetch(billDownloadUrl)).arrayBuffer()));
    const tables = Object.values(zip).map((bytes) => new TextDecoder("gbk").decode(bytes));
    expect(tables).to.have.length(2);
    expect(tables[0])
      .to.contain("业务明细列表结束")
      .and.contain(no)
      .and.match(/#交易合计：1笔/);
    expect(tables[1]).to.contain("业务汇总列表结束");
    expect((await fetch(`${billDownloadUrl}x`)).status).to.equal(404);
  });

  it("another merchant is added with its own keys, and sees nothing of the first one's orders", async () => {
    const no = await openOrder(merchantOf(sandbox), notifyUrl, 1_000);
    const added = await sandbox.control<Record<string, string>>("POST", "/sandbox/pay/merchants", {
      platform: "wechatpay",
    });
    expect(Object.keys(added.body)).to.have.members(["appId", "mchId", "certSerialNo", "privateKey", "apiV3Key"]);
    const { mchId = "", certSerialNo = "", privateKey = "" } = added.body;
    const wechatpay = {
      ...sandbox.keys.wechatpay,
      mchId,
      merchantSerial: certSerialNo,
      merchantPrivateKey: privateKey,
    };
    const other = merchantOf({ ...sandbox, keys: { ...sandbox.keys, wechatpay } });
    await other.pay.query({ out_trade_no: no });
    expect([other.last().status, other.last().data["code"]]).to.deep.equal([404, "ORDER_NOT_EXIST"]);
    const again = await sandbox.control<Record<string, string>>("POST", "/sandbox/pay/merchants", {
      platform: "wechatpay",
      merchantId: mchId,
    });
    expect(again.body).to.include({ mchId, appId: added.body["appId"] });
    expect(again.body["certSerialNo"]).to.not.equal(certSerialNo);
    await other.pay.query({ out_trade_no: no });
    expect(other.last().status, "the old certificate still counts").to.equal(404);
    const unknown = await sandbox.control("POST", "/sandbox/pay/merchants", { platform: "cash" });
    expect(unknown.status).to.equal(404);
  });
});
