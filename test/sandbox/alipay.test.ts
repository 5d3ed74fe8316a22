import { expect } from "chai";
import { alipayOf, openTrade, payContent, refusalAt, shanghaiClock, type AlipayClient } from "./alipaySupport.js";
import { newNo, startSandbox, stopSandbox, type TestSandbox } from "./support.js";

describe("sandbox: the Alipay gateway", () => {
  let sandbox: TestSandbox;
  let client: AlipayClient;
  before(async () => {
    sandbox = await startSandbox();
    client = alipayOf(sandbox);
  });
  after(() => stopSandbox(sandbox));

  const settle = (no: string, body: object = { notify: false }): Promise<unknown> =>
    sandbox.control("POST", `/sandbox/pay/orders/${no}/settle`, body);
  const shown = async (no: string): Promise<Record<string, unknown>> =>
    (await sandbox.control("GET", `/sandbox/pay/orders/${no}`)).body;

  it("a link that the SDK signed opens a cashier, and the trade waits for its payer", async () => {
    const no = newNo();
    const response = await fetch(client.pageLink({ out_trade_no: no }));
    expect(response.status).to.equal(200);
    expect(response.headers.get("content-security-policy")).to.match(/^default-src 'none'/);
    const page = await response.text();
    expect(page).to.contain("¥12.34").and.to.contain("两件商品 &lt;b&gt;");
    expect(page).to.contain(`data-path="/sandbox/pay/orders/${no}/settle"`);
    expect(await shown(no)).to.include({ channel: "alipay", kind: "PAGE", state: "waiting", amount: 1_234 });

    const answer = await client.call("alipay.trade.query", { out_trade_no: no });
    expect(answer).to.include({ code: "10000", msg: "Success", tradeStatus: "WAIT_BUYER_PAY", totalAmount: "12.34" });
    expect(answer["tradeNo"]).to.match(/^\d{28}$/);
    expect(answer).not.to.have.property("sendPayDate");
  });

  it("a form posted by the browser opens it as well, and so does an app's order string", async () => {
    const bizContent = payContent();
    const form = client.sdk.pageExecute("alipay.trade.page.pay", { bizContent, timestamp: shanghaiClock() });
    const action = /action="([^"]+)"/.exec(form)?.[1] ?? "";
    const value = /name="biz_content" value="([^"]+)"/.exec(form)?.[1] ?? "";
    const body = new URLSearchParams({ biz_content: value.replaceAll("&quot;", '"'), alipay_sdk: "" });
    const sdkName = /name="alipay_sdk" value="([^"]+)"/.exec(form)?.[1] ?? "";
    body.set("alipay_sdk", sdkName);
    expect(await (await fetch(action, { method: "POST", body })).text()).to.match(/^<!doctype html>/);
    expect(await shown(bizContent.out_trade_no)).to.include({ state: "waiting" });

    const no = newNo();
    expect(await (await fetch(client.appLink({ out_trade_no: no }))).text()).to.match(/^<!doctype html>/);
    expect(await shown(no)).to.include({ kind: "APP", state: "waiting" });
  });

  it("the cashier goes back to return_url with the provider's signed parameters", async () => {
    const no = newNo();
    const link = client.pageLink({ out_trade_no: no }, { return_url: "http://shop.example/paid?from=cashier" });
    const page = await (await fetch(link)).text();
    const back = new URL(/data-return="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "");
    expect(back.origin + back.pathname).to.equal("http://shop.example/paid");
    const { from, ...parameters } = Object.fromEntries(back.searchParams);
    expect(from).to.equal("cashier");
    expect(parameters).to.include({ out_trade_no: no, total_amount: "12.34", sign_type: "RSA2" });
    expect(client.sdk.checkNotifySignV2(parameters)).to.equal(true);
    expect(client.sdk.checkNotifySignV2({ ...parameters, total_amount: "0.01" })).to.equal(false);
  });

  it("the same order again is the same trade; another amount, a paid and a closed one are refused", async () => {
    const no = await openTrade(client, "http://127.0.0.1:9/callback");
    const { tradeNo } = await client.call("alipay.trade.query", { out_trade_no: no });
    await fetch(client.pageLink({ out_trade_no: no }));
    expect(await client.call("alipay.trade.query", { trade_no: tradeNo })).to.include({ outTradeNo: no });
    expect(await refusalAt(client.pageLink({ out_trade_no: no, total_amount: "1.00" }))).to.include({
      code: "40004",
      sub_code: "ACQ.CONTEXT_INCONSISTENT",
    });
    await settle(no);
    expect(await refusalAt(client.pageLink({ out_trade_no: no }))).to.include({ sub_code: "ACQ.TRADE_HAS_SUCCESS" });
    const closed = await openTrade(client, "http://127.0.0.1:9/callback");
    await client.call("alipay.trade.close", { out_trade_no: closed });
    expect(await refusalAt(client.pageLink({ out_trade_no: closed }))).to.include({ sub_code: "ACQ.TRADE_HAS_CLOSE" });
  });

  it("a paid trade shows its payer and cannot be closed", async () => {
    const no = await openTrade(client, "http://127.0.0.1:9/callback");
    await settle(no);
    const paid = await client.call("alipay.trade.query", { out_trade_no: no });
    expect(paid).to.include({ tradeStatus: "TRADE_SUCCESS", totalAmount: "12.34", receiptAmount: "12.34" });
    expect(paid["buyerUserId"]).to.match(/^2088\d{12}$/);
    expect(paid["sendPayDate"]).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await client.call("alipay.trade.close", { out_trade_no: no })).to.include({
      code: "40004",
      subCode: "ACQ.TRADE_STATUS_ERROR",
    });
    expect(await shown(no)).to.include({ state: "paid", paidAmount: 1_234 });
  });

  it("closing ends a waiting trade once; an unknown one is TRADE_NOT_EXIST", async () => {
    const no = await openTrade(client, "http://127.0.0.1:9/callback");
    expect(await client.call("alipay.trade.close", { out_trade_no: no })).to.include({ code: "10000", outTradeNo: no });
    expect(await client.call("alipay.trade.query", { out_trade_no: no })).to.include({ tradeStatus: "TRADE_CLOSED" });
    expect(await client.call("alipay.trade.close", { out_trade_no: no })).to.include({
      subCode: "ACQ.TRADE_STATUS_ERROR",
    });
    for (const method of ["alipay.trade.query", "alipay.trade.close"]) {
      const answer = await client.call(method, { out_trade_no: "P0" });
      expect(answer, method).to.include({ code: "40004", subCode: "ACQ.TRADE_NOT_EXIST" });
    }
  });

  it("a trade is closed by itself at its time_expire or after its timeout_express", async () => {
    let now = Date.now();
    const later = await startSandbox({ now: () => now });
    try {
      const timed = alipayOf(later);
      const expiring = newNo();
      const spanned = newNo();
      const link = (no: string, content: object): Promise<unknown> =>
        fetch(timed.pageLink({ out_trade_no: no, ...content }, { timestamp: shanghaiClock(now) }));
      await link(expiring, { time_expire: shanghaiClock(now + 300_000) });
      await link(spanned, { timeout_express: "5m" });
      now += 301_000;
      for (const no of [expiring, spanned]) {
        const answer = await timed.call("alipay.trade.query", { out_trade_no: no }, { timestamp: shanghaiClock(now) });
        expect(answer).to.include({ tradeStatus: "TRADE_CLOSED" });
        expect((await later.control("POST", `/sandbox/pay/orders/${no}/settle`, {})).status).to.equal(409);
      }
    } finally {
      await stopSandbox(later);
    }
  });

  it("wrong business parameters are refused by name", async () => {
    const wrong: [object, string][] = [
      [{ out_trade_no: "with space" }, "out_trade_no"],
      [{ total_amount: "0" }, "total_amount"],
      [{ total_amount: "1.234" }, "total_amount"],
      [{ total_amount: "-1" }, "total_amount"],
      [{ subject: "" }, "subject"],
      [{ subject: "256G/512G" }, "subject"],
      [{ subject: "a=1&b=2" }, "subject"],
      [{ subject: "x".repeat(257) }, "subject"],
      [{ product_code: "QUICK_WAP_WAY" }, "product_code"],
      [{ time_expire: "2026-13-01 00:00:00" }, "time_expire"],
      [{ time_expire: "2020-01-01 00:00:00" }, "time_expire"],
      [{ timeout_express: "soon" }, "timeout_express"],
    ];
    for (const [content, field] of wrong) {
      const refusal = await refusalAt(client.pageLink(content));
      expect(refusal, field).to.include({ code: "40004", sub_code: "ACQ.INVALID_PARAMETER" });
      expect(refusal["sub_msg"]).to.contain(field);
    }
    expect(await client.call("alipay.trade.query", { trade: 1 })).to.include({ subCode: "ACQ.INVALID_PARAMETER" });
    const link = client.pageLink({}, { notify_url: "shop" });
    expect(await refusalAt(link)).to.include({ sub_code: "ACQ.INVALID_PARAMETER" });
  });

  it("a call that is not our application's, or not well-formed, is refused and changes nothing", async () => {
    const no = newNo();
    const changed = (change: Record<string, string>): string => {
      const url = new URL(client.pageLink({ out_trade_no: no }));
      for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
      return url.href;
    };
    const without = (name: string): string => {
      const url = new URL(client.pageLink({ out_trade_no: no }));
      url.searchParams.delete(name);
      return url.href;
    };
    const tried: [string, string, string][] = [
      [changed({ biz_content: JSON.stringify(payContent()) }), "40002", "isv.invalid-signature"],
      [changed({ return_url: "http://evil.example/" }), "40002", "isv.invalid-signature"],
      [changed({ sign: "AAAA" }), "40002", "isv.invalid-signature"],
      [changed({ app_id: "2021000000000000" }), "40002", "isv.invalid-app-id"],
      [changed({ sign_type: "RSA" }), "40002", "isv.invalid-signature-type"],
      [changed({ charset: "gbk" }), "40002", "isv.invalid-charset"],
      [changed({ format: "xml" }), "40002", "isv.invalid-format"],
      [changed({ method: "alipay.trade.nothing" }), "40002", "isv.invalid-method"],
      [
        client.pageLink({}, { timestamp: shanghaiClock(Date.now() - 2 * 86_400_000) }),
        "40002",
        "isv.invalid-timestamp",
      ],
      [client.pageLink({}, { timestamp: "today" }), "40002", "isv.invalid-timestamp"],
      [without("method"), "40001", "isv.missing-method"],
      [without("app_id"), "40001", "isv.missing-app-id"],
      [without("sign"), "40001", "isv.missing-signature"],
      [without("sign_type"), "40001", "isv.missing-signature-type"],
      [without("timestamp"), "40001", "isv.missing-timestamp"],
      [without("version"), "40001", "isv.missing-version"],
    ];
    for (const [link, code, subCode] of tried) {
      expect(await refusalAt(link), subCode).to.include({ code, sub_code: subCode });
    }
    expect((await sandbox.control("GET", `/sandbox/pay/orders/${no}`)).status).to.equal(404);
    const stale = await client.call(
      "alipay.trade.query",
      { out_trade_no: no },
      {
        timestamp: shanghaiClock(Date.now() - 3_600_000),
      },
    );
    expect(stale).to.include({ subCode: "isv.invalid-timestamp" });
  });
});
