import { expect } from "chai";
import {
  headersOf,
  isSigned,
  type Merchant,
  merchantOf,
  openNotice,
  openOrder,
  type Shop,
  startSandbox,
  startShop,
  stopSandbox,
  type TestSandbox,
} from "./support.js";

interface Settled {
  state: string;
  deliveries: { status: number; ms: number }[];
}

describe("sandbox: playing the payer", () => {
  let sandbox: TestSandbox;
  let merchant: Merchant;
  let shop: Shop;
  before(async () => {
    sandbox = await startSandbox({ resendAfterMs: [1, 1, 1], callbackTimeoutMs: 2_000 });
    merchant = merchantOf(sandbox);
  });
  after(() => stopSandbox(sandbox));
  beforeEach(async () => {
    shop = await startShop();
  });
  afterEach(() => shop.close());

  const settle = async (no: string, body: object = {}): Promise<Settled> => {
    const answer = await sandbox.control<Settled>("POST", `/sandbox/pay/orders/${no}/settle`, body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body;
  };
  const shown = async (no: string): Promise<Record<string, unknown>> =>
    (await sandbox.control("GET", `/sandbox/pay/orders/${no}`)).body;
  const tradeState = async (no: string): Promise<unknown> => {
    await merchant.pay.query({ out_trade_no: no });
    return merchant.last().data["trade_state"];
  };

  it("a payment is reported to notify_url, sealed and signed as the SDK expects", async () => {
    const no = await openOrder(merchant, shop.url);
    expect(await shown(no)).to.include({ no, channel: "wechatpay", state: "waiting", amount: 1_234, refunded: 0 });
    const { state, deliveries } = await settle(no);
    expect(state).to.equal("paid");
    expect(deliveries).to.have.length(1);
    expect(deliveries[0]).to.include({ status: 204 });

    const [callback] = shop.received;
    if (!callback) throw new Error("no callback");
    expect(await isSigned(merchant.pay, headersOf(callback), callback.body)).to.equal(true);
    const envelope = JSON.parse(callback.body) as Record<string, unknown>;
    expect(envelope).to.include({
      resource_type: "encrypt-resource",
      event_type: "TRANSACTION.SUCCESS",
      summary: "支付成功",
    });
    expect(envelope["resource"]).to.include({ original_type: "transaction", associated_data: "transaction" });
    const notice = openNotice(merchant.pay, callback);
    await merchant.pay.query({ out_trade_no: no });
    expect(notice).to.deep.equal(merchant.last().data);
    expect(await shown(no)).to.include({ state: "paid", paidAmount: 1_234 });
    expect((await shown(no))["paidAt"]).to.be.closeTo(Date.now(), 5_000);
  });

  it("without notify only a query reveals it", async () => {
    const no = await openOrder(merchant, shop.url);
    expect(await settle(no, { notify: false })).to.deep.equal({ state: "paid", deliveries: [] });
    expect(shop.received).to.deep.equal([]);
    expect(await tradeState(no)).to.equal("SUCCESS");
  });

  it("fifty copies come at once with the same id and signature", async () => {
    const no = await openOrder(merchant, shop.url);
    const { deliveries } = await settle(no, { times: 50 });
    expect(deliveries).to.have.length(50);
    expect(new Set(deliveries.map(({ status }) => status))).to.deep.equal(new Set([204]));
    expect(shop.received).to.have.length(50);
    expect(new Set(shop.received.map(({ body }) => body)).size).to.equal(1);
    expect(new Set(shop.received.map(({ headers }) => headers["wechatpay-signature"])).size).to.equal(1);
  });

  it("another amount is paid, queried and reported", async () => {
    const no = await openOrder(merchant, shop.url);
    await settle(no, { amount: 1 });
    const [callback] = shop.received;
    expect(callback && openNotice(merchant.pay, callback)["amount"]).to.include({ total: 1, payer_total: 1 });
    expect(await shown(no)).to.include({ amount: 1_234, paidAmount: 1 });
  });

  it("a badly signed callback is well-formed, wrong, and never repeated", async () => {
    await shop.close();
    shop = await startShop(() => 401);
    const no = await openOrder(merchant, shop.url);
    const { deliveries } = await settle(no, { badSignature: true });
    expect(deliveries[0]).to.include({ status: 401 });
    const [forged] = shop.received;
    expect(forged && (await isSigned(merchant.pay, headersOf(forged), forged.body))).to.equal(false);
    expect(forged?.headers["wechatpay-signature"]).to.match(/^[A-Za-z0-9+/]{342}==$/);
    // The true one, sent again for the paid order, is the next to arrive: no repeat came between.
    await settle(no);
    const second = (await shop.got(2))[1];
    expect(second && (await isSigned(merchant.pay, headersOf(second), second.body))).to.equal(true);
  });

  it("a callback that nobody takes is sent again, the same body signed anew", async () => {
    await shop.close();
    shop = await startShop((place) => (place < 3 ? 500 : 204));
    const no = await openOrder(merchant, shop.url);
    const { deliveries } = await settle(no);
    expect(deliveries.map(({ status }) => status)).to.deep.equal([500]);
    const received = await shop.got(4);
    expect(new Set(received.map(({ body }) => body)).size).to.equal(1);
    expect(new Set(received.map(({ headers }) => headers["wechatpay-nonce"])).size).to.equal(4);
  });

  it("repeats end after the last wait", async () => {
    await shop.close();
    shop = await startShop(() => 500);
    await settle(await openOrder(merchant, shop.url));
    await shop.got(4);
    // While another callback makes its four tries, a fifth of the first would come.
    await settle(await openOrder(merchant, shop.url));
    const bodies = (await shop.got(8)).map(({ body }) => body);
    expect(bodies.filter((body) => body === bodies[0])).to.have.length(4);
  });

  it("a delayed callback comes later, the payment counts at once", async () => {
    const no = await openOrder(merchant, shop.url);
    expect(await settle(no, { delayMs: 50, times: 2 })).to.deep.equal({ state: "paid", deliveries: [] });
    expect(await tradeState(no)).to.equal("SUCCESS");
    expect(await shop.got(2)).to.have.length(2);
  });

  it("an unreachable shop is a delivery without status", async () => {
    const no = await openOrder(merchant, "http://127.0.0.1:9/callback");
    const { state, deliveries } = await settle(no);
    expect(state).to.equal("paid");
    expect(deliveries[0]?.status).to.equal(0);
  });

  it("a failed try notifies nobody and may be tried again", async () => {
    const no = await openOrder(merchant, shop.url);
    expect(await settle(no, { outcome: "fail" })).to.deep.equal({ state: "waiting", deliveries: [] });
    expect(await tradeState(no)).to.equal("PAYERROR");
    expect((await settle(no)).state).to.equal("paid");
  });

  it("a closed order is paid only by force", async () => {
    const no = await openOrder(merchant, shop.url);
    await settle(no, { outcome: "closed" });
    expect(await tradeState(no)).to.equal("CLOSED");
    const refused = await sandbox.control("POST", `/sandbox/pay/orders/${no}/settle`, {});
    expect(refused).to.deep.include({ status: 409 });
    expect(refused.body["message"]).to.contain("force");
    expect((await settle(no, { force: true })).deliveries).to.have.length(1);
    expect(await tradeState(no)).to.equal("SUCCESS");
    const late = await sandbox.control("POST", `/sandbox/pay/orders/${no}/settle`, { outcome: "closed" });
    expect(late.status).to.equal(409);
  });

  it("wrong input is 400 and names the field; an unknown order is 404", async () => {
    const no = await openOrder(merchant, shop.url);
    const wrong: [object, string][] = [
      [{ outcome: "maybe" }, "outcome"],
      [{ times: 0 }, "times"],
      [{ notify: "no" }, "notify"],
      [{ amount: 1.5 }, "amount"],
      [{ delayMs: -1 }, "delayMs"],
    ];
    for (const [body, field] of wrong) {
      const answer = await sandbox.control("POST", `/sandbox/pay/orders/${no}/settle`, body);
      expect(answer.status, field).to.equal(400);
      expect(answer.body).to.include({ code: "BAD_INPUT", field });
      expect(answer.body["message"]).to.match(new RegExp(`^${field}: `));
    }
    expect((await sandbox.control("POST", "/sandbox/pay/orders/none/settle", {})).status).to.equal(404);
    expect((await sandbox.control("GET", "/sandbox/pay/orders/none")).status).to.equal(404);
    expect(await shown(no)).to.include({ state: "waiting" });
  });

  it("the list is newest first", async () => {
    const nos = [await openOrder(merchant, shop.url), await openOrder(merchant, shop.url)];
    const { body } = await sandbox.control<{ no: string }[]>("GET", "/sandbox/pay/orders");
    expect(body.slice(0, 2).map(({ no }) => no)).to.deep.equal(nos.toReversed());
  });
});
