import { expect } from "chai";
import { alipayOf, formOf, openTrade, payContent, type AlipayClient, type Answered } from "./alipaySupport.js";
import { newNo, startSandbox, startShop, stopSandbox, type Shop, type TestSandbox } from "./support.js";

interface Settled {
  state: string;
  deliveries: { status: number; taken: boolean }[];
}

describe("sandbox: payments and refunds at Alipay", () => {
  let sandbox: TestSandbox;
  let client: AlipayClient;
  let shop: Shop;
  before(async () => {
    sandbox = await startSandbox({ resendAfterMs: [1, 1], holdMs: 30 });
    client = alipayOf(sandbox);
  });
  after(() => stopSandbox(sandbox));
  beforeEach(async () => {
    shop = await startShop(() => "success");
  });
  afterEach(() => shop.close());

  const settle = async (no: string, body: object = {}): Promise<Settled> => {
    const answer = await sandbox.control<Settled>("POST", `/sandbox/pay/orders/${no}/settle`, body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body;
  };
  const shown = async (no: string): Promise<Record<string, unknown>> =>
    (await sandbox.control("GET", `/sandbox/pay/orders/${no}`)).body;
  const query = (no: string): Promise<Answered> => client.call("alipay.trade.query", { out_trade_no: no });
  const paidTrade = async (): Promise<string> => {
    const no = await openTrade(client, shop.url);
    await settle(no, { notify: false });
    return no;
  };
  const refund = (no: string, yuan: string, requestNo = newNo("R")): Promise<Answered> =>
    client.call("alipay.trade.refund", {
      out_trade_no: no,
      refund_amount: yuan,
      out_request_no: requestNo,
      refund_reason: "不想要了",
    });
  const refundQuery = (no: string, requestNo: string): Promise<Answered> =>
    client.call("alipay.trade.fastpay.refund.query", {
      out_trade_no: no,
      out_request_no: requestNo,
      query_options: ["gmt_refund_pay"],
    });

  it("a payment is reported to notify_url in a form that the SDK finds signed", async () => {
    const no = await openTrade(client, shop.url);
    const { state, deliveries } = await settle(no);
    expect(state).to.equal("paid");
    expect(deliveries.map(({ status, taken }) => [status, taken])).to.deep.equal([[200, true]]);
    const [callback] = shop.received;
    if (!callback) throw new Error("no notification");
    expect(callback.headers["content-type"]).to.match(/^application\/x-www-form-urlencoded/);
    const form = formOf(callback);
    expect(form).to.include({
      notify_type: "trade_status_sync",
      trade_status: "TRADE_SUCCESS",
      out_trade_no: no,
      total_amount: "12.34",
      receipt_amount: "12.34",
      app_id: sandbox.keys.alipay.appId,
      seller_id: sandbox.keys.alipay.sellerId,
      subject: "两件商品 <b>",
      sign_type: "RSA2",
    });
    expect(form["gmt_payment"]).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(client.sdk.checkNotifySignV2(form)).to.equal(true);
    expect(client.sdk.checkNotifySignV2({ ...form, total_amount: "0.01" })).to.equal(false);
    expect(form["trade_no"]).to.equal((await query(no))["tradeNo"]);
  });

  it("only the exact body success is an answer: anything else brings the same notification again", async () => {
    await shop.close();
    const answers = ["ok", "success\n", "success"];
    shop = await startShop((place) => answers[place] ?? 500);
    const no = await openTrade(client, shop.url);
    expect((await settle(no)).deliveries[0]).to.include({ status: 200, taken: false });
    const received = await shop.got(3);
    expect(new Set(received.map((one) => formOf(one)["notify_id"])).size).to.equal(1);
    // Taken: the next to arrive is another trade's.
    const other = await openTrade(client, shop.url);
    await settle(other);
    expect(formOf((await shop.got(4))[3] ?? { headers: {}, body: "" })).to.include({ out_trade_no: other });
  });

  it("copies at once, another amount, a wrong signature, and a closed trade paid by force", async () => {
    const copied = await openTrade(client, shop.url);
    expect((await settle(copied, { times: 20 })).deliveries).to.have.length(20);
    expect(new Set(shop.received.map(({ body }) => body)).size).to.equal(1);

    const other = await openTrade(client, shop.url);
    await settle(other, { amount: 1 });
    expect(formOf(shop.received[20] ?? { headers: {}, body: "" })).to.include({ total_amount: "0.01" });
    expect(await query(other)).to.include({ totalAmount: "0.01" });

    const forged = await openTrade(client, shop.url);
    await settle(forged, { badSignature: true });
    expect(client.sdk.checkNotifySignV2(formOf(shop.received[21] ?? { headers: {}, body: "" }))).to.equal(false);

    const closed = await openTrade(client, shop.url);
    await settle(closed, { outcome: "closed" });
    expect((await sandbox.control("POST", `/sandbox/pay/orders/${closed}/settle`, {})).status).to.equal(409);
    expect((await settle(closed, { force: true })).state).to.equal("paid");
    expect(await query(closed)).to.include({ tradeStatus: "TRADE_SUCCESS" });
  });

  it("a failed try leaves the trade waiting and notifies nobody", async () => {
    const no = await openTrade(client, shop.url);
    expect(await settle(no, { outcome: "fail" })).to.deep.equal({ state: "waiting", deliveries: [] });
    expect(await query(no)).to.include({ tradeStatus: "WAIT_BUYER_PAY" });
  });

  it("a refund is done at once, is reported, and changes funds once however often it is asked for", async () => {
    const no = await paidTrade();
    const requestNo = newNo("R");
    expect(await refund(no, "4.00", requestNo)).to.include({ code: "10000", fundChange: "Y", refundFee: "4.00" });
    expect(await refund(no, "4.00", requestNo)).to.include({ code: "10000", fundChange: "N", refundFee: "4.00" });
    expect(await refund(no, "4.01", requestNo)).to.include({ subCode: "ACQ.DISCORDANT_REPEAT_REQUEST" });
    const seen = await refundQuery(no, requestNo);
    expect(seen).to.include({ refundStatus: "REFUND_SUCCESS", refundAmount: "4.00", totalAmount: "12.34" });
    expect(seen["gmtRefundPay"]).to.match(/^\d{4}-/);
    const [notice] = await shop.got(1);
    expect(notice && formOf(notice)).to.include({
      trade_status: "TRADE_SUCCESS",
      refund_fee: "4.00",
      out_biz_no: requestNo,
    });
    expect(await shown(no)).to.include({ state: "paid", refunded: 400 });
    expect((await sandbox.control("GET", `/sandbox/pay/refunds/${requestNo}`)).body).to.include({
      channel: "alipay",
      state: "success",
      amount: 400,
    });
  });

  it("never gives back more than was paid, and a whole refund closes the trade", async () => {
    const no = await paidTrade();
    expect(await refund(no, "12.35")).to.include({ subCode: "ACQ.REFUND_AMT_NOT_EQUAL_TOTAL" });
    expect(await refund(no, "10.00")).to.include({ fundChange: "Y" });
    expect(await refund(no, "2.35")).to.include({ subCode: "ACQ.REFUND_AMT_NOT_EQUAL_TOTAL" });
    expect(await query(no)).to.include({ tradeStatus: "TRADE_SUCCESS" });
    expect(await refund(no, "2.34")).to.include({ fundChange: "Y", refundFee: "12.34", sendBackFee: "2.34" });
    const closed = await query(no);
    expect(closed).to.include({ tradeStatus: "TRADE_CLOSED" });
    expect(closed).to.have.property("sendPayDate");
    expect(formOf((await shop.got(2))[1] ?? { headers: {}, body: "" })).to.include({ trade_status: "TRADE_CLOSED" });
  });

  it("without a number of its own only the whole is refunded; what is unpaid or unknown is refused", async () => {
    const no = await paidTrade();
    const whole = { out_trade_no: no, refund_amount: "12.34" };
    expect(await client.call("alipay.trade.refund", { ...whole, refund_amount: "1.00" })).to.include({
      subCode: "ACQ.REFUND_AMT_NOT_EQUAL_TOTAL",
    });
    expect(await client.call("alipay.trade.refund", whole)).to.include({ fundChange: "Y" });
    const unpaid = await openTrade(client, shop.url);
    expect(await refund(unpaid, "1.00")).to.include({ subCode: "ACQ.TRADE_STATUS_ERROR" });
    expect(await refund("P0", "1.00")).to.include({ subCode: "ACQ.TRADE_NOT_EXIST" });
    expect(await refundQuery("P0", "R0")).to.include({ subCode: "ACQ.TRADE_NOT_EXIST" });
    expect(await refundQuery(no, "R0"))
      .to.include({ code: "10000" })
      .and.not.to.have.property("refundStatus");
  });

  it("a held refund has no status until the control settles it; one that failed may be tried again", async () => {
    const no = await paidTrade();
    await sandbox.control("PUT", "/sandbox/faults", { platform: "alipay", mode: "hold", count: 2 });
    const [done, failed] = [newNo("R"), newNo("R")];
    expect(await refund(no, "4.00", done)).to.include({ fundChange: "N", refundFee: "0.00" });
    expect(await refund(no, "5.00", failed)).to.include({ fundChange: "N" });
    expect(await refundQuery(no, done))
      .to.include({ outRequestNo: done })
      .and.not.to.have.property("refundStatus");
    const end = (one: string, outcome: string): Promise<{ status: number; body: Settled }> =>
      sandbox.control<Settled>("POST", `/sandbox/pay/refunds/${one}/settle`, { outcome });
    const ended = await end(done, "success");
    expect(ended.body).to.deep.include({ state: "success" });
    expect(ended.body.deliveries).to.have.length(1);
    expect(await refundQuery(no, done)).to.include({ refundStatus: "REFUND_SUCCESS" });
    expect((await end(failed, "closed")).body).to.deep.equal({ state: "closed", deliveries: [] });
    expect((await end(failed, "success")).status).to.equal(409);
    expect(await shown(no)).to.include({ refunded: 400 });
    expect(await refund(no, "5.00", failed)).to.include({ fundChange: "Y", refundFee: "9.00" });
  });

  it("faults: broken, lost after the effect, wrongly signed, narrowed to a method", async () => {
    const put = (fault: object): Promise<unknown> =>
      sandbox.control("PUT", "/sandbox/faults", { platform: "alipay", ...fault });
    const no = await paidTrade();
    const failure = async (work: Promise<unknown>): Promise<string> =>
      work.then(
        () => "",
        (error: Error) => error.message,
      );

    await put({ mode: "error", path: "trade.refund" });
    expect(await query(no)).to.include({ code: "10000" });
    expect(await failure(refund(no, "1.00"))).to.contain("status: 500");
    expect(await shown(no)).to.include({ refunded: 0 });

    await put({ mode: "timeout", after: true });
    const lost = newNo();
    // The SDK asks a second time when its line is cut, so the lost answer is a page's.
    expect(await failure(fetch(client.pageLink({ out_trade_no: lost })))).not.to.equal("");
    expect(await shown(lost)).to.include({ state: "waiting" });

    await put({ mode: "badSignature" });
    expect(await failure(query(no))).to.contain("验签失败");
    expect(await query(no)).to.include({ code: "10000" });
    await put({ mode: "badSignature" });
    expect(await (await fetch(client.pageLink(payContent()))).text()).to.contain("isv.invalid-signature");

    const { body } = await sandbox.control<{ operation: string; path: string }[]>(
      "GET",
      "/sandbox/calls?platform=alipay",
    );
    expect(body.map(({ operation }) => operation).slice(0, 2)).to.deep.equal([
      "alipay.trade.page.pay",
      "alipay.trade.query",
    ]);
    expect(body[0]?.path).to.match(/^\/gateway\.do\?/);
  });
});
