import { expect } from "chai";
import {
  headersOf,
  isSigned,
  type Merchant,
  merchantOf,
  newNo,
  openNotice,
  openOrder,
  type Shop,
  startSandbox,
  startShop,
  stopSandbox,
  type TestSandbox,
} from "./support.js";

describe("sandbox: refunds at the channel", () => {
  let sandbox: TestSandbox;
  let merchant: Merchant;
  let shop: Shop;
  before(async () => {
    sandbox = await startSandbox({ resendAfterMs: [] });
    merchant = merchantOf(sandbox);
    shop = await startShop();
  });
  after(async () => {
    await shop.close();
    await stopSandbox(sandbox);
  });

  async function paidOrder(total = 1_000): Promise<string> {
    const no = await openOrder(merchant, shop.url, total);
    await sandbox.control("POST", `/sandbox/pay/orders/${no}/settle`, { notify: false });
    return no;
  }

  async function refund(
    orderNo: string,
    fen: number,
    change: { no?: string; total?: number; notify_url?: string } = {},
  ): Promise<{ status: number; data: Record<string, unknown>; no: string }> {
    const no = change.no ?? newNo("R");
    await merchant.pay.refunds({
      out_trade_no: orderNo,
      out_refund_no: no,
      reason: "不想要了",
      ...(change.notify_url !== undefined && { notify_url: change.notify_url }),
      amount: { refund: fen, total: change.total ?? 1_000, currency: "CNY" },
    });
    return { ...merchant.last(), no };
  }

  it("is taken on as PROCESSING, settles at once, and is told to its notify_url", async () => {
    const order = await paidOrder();
    const before = shop.received.length;
    const { status, data, no } = await refund(order, 400, { notify_url: shop.url });
    expect(status).to.equal(200);
    expect(await merchant.lastIsSigned()).to.equal(true);
    expect(data).to.deep.include({ out_refund_no: no, out_trade_no: order, status: "PROCESSING", channel: "ORIGINAL" });
    expect(data["amount"]).to.include({ total: 1_000, refund: 400, payer_refund: 400, currency: "CNY" });

    await merchant.pay.find_refunds(no);
    expect(merchant.last().data).to.include({ status: "SUCCESS", refund_id: data["refund_id"] });
    expect(merchant.last().data["success_time"]).to.match(/\+08:00$/);
    const callback = (await shop.got(before + 1))[before];
    if (!callback) throw new Error("no callback");
    expect(await isSigned(merchant.pay, headersOf(callback), callback.body)).to.equal(true);
    expect(JSON.parse(callback.body)).to.include({ event_type: "REFUND.SUCCESS" });
    expect(openNotice(merchant.pay, callback)).to.deep.include({
      out_refund_no: no,
      refund_status: "SUCCESS",
      amount: { total: 1_000, refund: 400, payer_total: 1_000, payer_refund: 400 },
    });

    await merchant.pay.query({ out_trade_no: order });
    expect(merchant.last().data["trade_state"]).to.equal("REFUND");
    expect((await sandbox.control("GET", `/sandbox/pay/orders/${order}`)).body).to.include({
      state: "paid",
      refunded: 400,
    });
    expect((await sandbox.control("GET", `/sandbox/pay/refunds/${no}`)).body).to.include({
      no,
      orderNo: order,
      channel: "wechatpay",
      state: "success",
      amount: 400,
    });
  });

  it("the same number again is the same refund; with another amount it is refused", async () => {
    const order = await paidOrder();
    const first = await refund(order, 400);
    const again = await refund(order, 400, { no: first.no });
    expect(again.data).to.include({ refund_id: first.data["refund_id"], status: "SUCCESS" });
    const other = await refund(order, 300, { no: first.no });
    expect(other.status).to.equal(400);
    expect(other.data["code"]).to.equal("INVALID_REQUEST");
    expect((await sandbox.control("GET", `/sandbox/pay/orders/${order}`)).body).to.include({ refunded: 400 });
  });

  it("never gives back more than was paid, however many refunds it takes", async () => {
    const order = await paidOrder();
    expect((await refund(order, 400, { total: 999 })).data["code"]).to.equal("INVALID_REQUEST");
    expect((await refund(order, 700)).status).to.equal(200);
    expect((await refund(order, 301)).data["code"]).to.equal("INVALID_REQUEST");
    expect((await refund(order, 300)).status).to.equal(200);
    expect((await sandbox.control("GET", `/sandbox/pay/orders/${order}`)).body).to.include({ refunded: 1_000 });
  });

  it("what is not paid or not there cannot be refunded", async () => {
    const unpaid = await openOrder(merchant, shop.url, 1_000);
    expect((await refund(unpaid, 1)).data["code"]).to.equal("INVALID_REQUEST");
    const none = await refund("P00000000", 1);
    expect(none.status).to.equal(404);
    expect(none.data["code"]).to.equal("RESOURCE_NOT_EXISTS");
    await merchant.pay.find_refunds("R-none");
    expect(merchant.last().status).to.equal(404);
    expect((await sandbox.control("GET", "/sandbox/pay/refunds/R-none")).status).to.equal(404);
  });

  it("a held refund stays PROCESSING until the control settles it", async () => {
    const order = await paidOrder();
    await sandbox.control("PUT", "/sandbox/faults", { platform: "wechatpay", mode: "hold" });
    const { no } = await refund(order, 1_000, { notify_url: shop.url });
    await merchant.pay.find_refunds(no);
    expect(merchant.last().data["status"]).to.equal("PROCESSING");
    const settle = `/sandbox/pay/refunds/${no}/settle`;
    const settled = await sandbox.control<{ state: string; deliveries: unknown[] }>("POST", settle, {
      outcome: "closed",
    });
    expect(settled.body.state).to.equal("closed");
    expect(settled.body.deliveries).to.have.length(1);
    expect(shop.received.at(-1)?.body).to.contain("REFUND.CLOSED");
    expect((await sandbox.control("GET", `/sandbox/pay/orders/${order}`)).body).to.include({ refunded: 0 });
    expect((await sandbox.control("POST", settle, {})).status).to.equal(409);
    expect((await refund(order, 1_000)).status).to.equal(200);
  });
});
