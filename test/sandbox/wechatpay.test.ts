import { expect } from "chai";
import {
  authorize,
  isSigned,
  type Merchant,
  merchantOf,
  newNo,
  openOrder,
  startSandbox,
  stopSandbox,
  type TestSandbox,
} from "./support.js";

describe("sandbox: payment API v3", () => {
  let sandbox: TestSandbox;
  let merchant: Merchant;
  before(async () => {
    sandbox = await startSandbox();
    merchant = merchantOf(sandbox);
  });
  after(() => stopSandbox(sandbox));

  const notify_url = "http://127.0.0.1:9/callback";
  const order = (no: string): Parameters<Merchant["pay"]["transactions_native"]>[0] => ({
    description: "两件商品",
    out_trade_no: no,
    notify_url,
    amount: { total: 1_234, currency: "CNY" },
  });

  /** A request signed by the SDK, with anything changed on its way. */
  async function send(
    method: "GET" | "POST",
    path: string,
    change: { body?: object; sent?: string; signedPath?: string; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; body: { code?: string; detail?: { field?: string } }; signed: boolean }> {
    const Authorization = authorize(merchant.pay, method, change.signedPath ?? path, change.body);
    const response = await fetch(sandbox.env["WECHATPAY_BASE_URL"] + path, {
      method,
      headers: { Authorization, Accept: "application/json", "Content-Type": "application/json", ...change.headers },
      ...(change.body && { body: change.sent ?? JSON.stringify(change.body) }),
    });
    const text = await response.text();
    const signed = await isSigned(merchant.pay, response.headers, text);
    return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as { code?: string }, signed };
  }

  it("the SDK opens the provider's certificate and finds answers signed by it", async () => {
    const [certificate] = await merchant.pay.get_certificates(sandbox.keys.wechatpay.apiV3Key);
    expect(certificate?.serial_no).to.equal(sandbox.keys.wechatpay.platformSerial);
    expect(certificate?.effective_time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/);
    await merchant.pay.transactions_native(order(newNo()));
    expect(await merchant.lastIsSigned()).to.equal(true);
    expect(merchant.last().headers.get("wechatpay-serial")).to.equal(sandbox.keys.wechatpay.platformSerial);
  });

  it("each way to pay gives what its client opens, and the same order again gives the same", async () => {
    const no = newNo();
    const first = await merchant.pay.transactions_native(order(no));
    expect(first.status).to.equal(200);
    const { code_url } = merchant.last().data;
    expect(code_url).to.match(/^weixin:\/\/wxpay\/bizpayurl\?pr=\w{9}$/);
    await merchant.pay.transactions_native(order(no));
    expect(merchant.last().data).to.deep.equal({ code_url });

    await merchant.pay.transactions_jsapi({ ...order(newNo()), payer: { openid: "o-payer" } });
    expect(merchant.last().data["prepay_id"]).to.match(/^wx\d{14}[0-9a-f]{20}$/);
    await merchant.pay.transactions_app(order(newNo()));
    expect(merchant.last().data["prepay_id"]).to.match(/^wx/);
  });

  it("an unpaid order is NOTPAY, closes with 204, also twice, and takes no payment again", async () => {
    const no = newNo();
    await merchant.pay.transactions_native({ ...order(no), attach: "a-1" });
    await merchant.pay.query({ out_trade_no: no });
    expect(merchant.last().data).to.deep.equal({
      appid: sandbox.keys.wechatpay.appId,
      mchid: sandbox.keys.wechatpay.mchId,
      out_trade_no: no,
      attach: "a-1",
      trade_state: "NOTPAY",
      trade_state_desc: "订单未支付",
      amount: { total: 1_234, currency: "CNY", payer_currency: "CNY" },
      promotion_detail: [],
    });
    for (const time of ["first", "again"]) {
      await merchant.pay.close(no);
      expect(merchant.last().status, time).to.equal(204);
      expect(merchant.last().text).to.equal("");
      expect(await merchant.lastIsSigned()).to.equal(true);
    }
    await merchant.pay.query({ out_trade_no: no });
    expect(merchant.last().data["trade_state"]).to.equal("CLOSED");
    await merchant.pay.transactions_native({ ...order(no), attach: "a-1" });
    expect(merchant.last()).to.include({ status: 400 });
    expect(merchant.last().data["code"]).to.equal("ORDER_CLOSED");
  });

  it("a paid order shows its transaction and can be neither opened nor closed", async () => {
    const no = await openOrder(merchant, notify_url);
    await sandbox.control("POST", `/sandbox/pay/orders/${no}/settle`, { notify: false });
    await merchant.pay.query({ out_trade_no: no });
    const paid = merchant.last().data;
    expect(paid).to.deep.include({
      out_trade_no: no,
      trade_state: "SUCCESS",
      trade_type: "NATIVE",
      trade_state_desc: "支付成功",
      amount: { total: 1_234, currency: "CNY", payer_total: 1_234, payer_currency: "CNY" },
    });
    expect(paid["transaction_id"]).to.match(/^4200\d{24}$/);
    expect(paid["success_time"]).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/);
    expect((paid["payer"] as { openid: string }).openid).to.match(/^o.{27}$/);
    await merchant.pay.query({ transaction_id: String(paid["transaction_id"]) });
    expect(merchant.last().data).to.deep.equal(paid);

    await merchant.pay.transactions_native(order(no));
    expect(merchant.last().data["code"]).to.equal("ORDERPAID");
    await merchant.pay.close(no);
    expect(merchant.last().status).to.equal(400);
    expect(merchant.last().data["code"]).to.equal("ORDERPAID");
  });

  it("an unknown order is ORDER_NOT_EXIST", async () => {
    await merchant.pay.query({ out_trade_no: "P00000000" });
    expect(merchant.last().status).to.equal(404);
    expect(merchant.last().data["code"]).to.equal("ORDER_NOT_EXIST");
    await merchant.pay.close("P00000000");
    expect(merchant.last().status).to.equal(404);
  });

  it("the same number for another amount is INVALID_REQUEST", async () => {
    const no = await openOrder(merchant, notify_url, 100);
    await merchant.pay.transactions_native({ ...order(no), amount: { total: 200, currency: "CNY" } });
    expect(merchant.last().status).to.equal(400);
    expect(merchant.last().data["code"]).to.equal("INVALID_REQUEST");
  });

  it("wrong parameters are PARAM_ERROR with the field", async () => {
    const { appId: appid, mchId: mchid } = sandbox.keys.wechatpay;
    const good = { appid, mchid, ...order(newNo()) };
    const path = "/v3/pay/transactions/native";
    const wrong: [string, object, string][] = [
      [path, { out_trade_no: "short" }, "/out_trade_no"],
      [path, { out_trade_no: "x".repeat(33) }, "/out_trade_no"],
      [path, { amount: { total: 0 } }, "/amount/total"],
      [path, { amount: { total: 1.5 } }, "/amount/total"],
      [path, { amount: { total: 1, currency: "USD" } }, "/amount/currency"],
      [path, { time_expire: "2026-01-01 00:00:00" }, "/time_expire"],
      [path, { time_expire: "2020-01-01T00:00:00+08:00" }, "/time_expire"],
      [path, { notify_url: "http://127.0.0.1/x?y=1" }, "/notify_url"],
      [path, { description: undefined }, "/description"],
      [path, { description: "汉".repeat(43) }, "/description"],
      [path, { mchid: "1900000000" }, "/mchid"],
      ["/v3/pay/transactions/jsapi", {}, "/payer/openid"],
    ];
    for (const [place, change, field] of wrong) {
      const answer = await send("POST", place, { body: { ...good, ...change } });
      expect(answer, field).to.include({ status: 400, signed: true });
      expect(answer.body.code).to.equal("PARAM_ERROR");
      expect(answer.body.detail?.field).to.equal(field);
    }
    const other = await send("POST", path, { body: { ...good, appid: "wx0" } });
    expect(other.body.code).to.equal("APPID_MCHID_NOT_MATCH");
    expect((await send("GET", "/v3/pay/transactions/out-trade-no/P00000000?mchid=1")).body.code).to.equal(
      "PARAM_ERROR",
    );
    expect((await send("GET", "/v3/nothing")).status).to.equal(404);
  });

  it("a client may sign its URL's path with our prefix, or the real host's path", async () => {
    const path = `/v3/pay/transactions/out-trade-no/P00000000?mchid=${sandbox.keys.wechatpay.mchId}`;
    expect((await send("GET", path)).status).to.equal(404);
    expect((await send("GET", path, { signedPath: `/platform/wechatpay${path}` })).status).to.equal(404);
    expect((await send("GET", path, { signedPath: `/other${path}` })).status).to.equal(401);
  });

  it("a request that is not the merchant's is SIGN_ERROR and changes nothing", async () => {
    const { appId: appid, mchId: mchid } = sandbox.keys.wechatpay;
    const path = "/v3/pay/transactions/native";
    const body = { appid, mchid, ...order(newNo()) };
    const authorization = authorize(merchant.pay, "POST", path, body);
    const tried: Record<string, { sent?: string; headers?: Record<string, string> }> = {
      "another body": { sent: JSON.stringify({ ...body, amount: { total: 1 } }) },
      "no signature": { headers: { Authorization: "Bearer x" } },
      "another merchant": { headers: { Authorization: authorization.replace(mchid, "1900000000") } },
      "another certificate": { headers: { Authorization: authorization.replace(/serial_no="\w+"/, 'serial_no="0"') } },
      "an old time": { headers: { Authorization: authorization.replace(/timestamp="\d+"/, 'timestamp="1554208460"') } },
      "another nonce": { headers: { Authorization: authorization.replace(/nonce_str="\w+"/, 'nonce_str="x"') } },
    };
    for (const [name, change] of Object.entries(tried)) {
      const answer = await send("POST", path, { body, ...change });
      expect(answer, name).to.include({ status: 401 });
      expect(answer.body.code, name).to.equal("SIGN_ERROR");
    }
    expect((await sandbox.control("GET", `/sandbox/pay/orders/${body.out_trade_no}`)).status).to.equal(404);
    const { status } = await send("POST", path, { body, headers: { "User-Agent": "" } });
    expect(status).to.equal(400);
  });
});
