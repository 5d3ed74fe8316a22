import { expect } from "chai";
import { closePayOrder } from "#shared/domains/pay/index.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { PayAppModel, PayChannelModel } from "#shared/domains/pay/channel/payApp.model.js";
import { invalidatePayApps } from "#shared/domains/pay/channel/payApp.queries.js";
import { heldClock, hours } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildPayOrder, submitBody } from "#test/factories/payOrder.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { atChannel, buildPaid, buildSubmitted, callsTo, fault, noFaults, reload, settle } from "./support.js";

const path = "/app-api/pay/order/submit";

describe("pay order submit", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  it("answers what the payer opens, and the order shows the attempt's number", async () => {
    const { client, order } = await buildPayOrder({ priceFen: 1_234 });
    const reply = await client.post(path, submitBody(order));
    expect(reply.code, reply.msg).to.equal(0);
    expect(reply.data).to.include({ status: 0, displayMode: "qr_code" });
    expect(reply.data.displayContent).to.match(/^weixin:\/\/wxpay\//);
    const { no } = await reload(order);
    expect(no).to.match(/^P\d{23}$/);
    expect(await atChannel(no!)).to.include({ state: "waiting", amount: 1_234 });
  });

  it("the same again, in any case, gives the same content and asks the channel once", async () => {
    const { client, order } = await buildPayOrder();
    const first = await client.post(path, submitBody(order));
    const again = await client.post(path, submitBody(order, { displayMode: "QR_CODE" }));
    expect(again.data).to.deep.equal(first.data);
    const { no } = await reload(order);
    const asked = (await callsTo("/transactions/native")).filter(({ body }) => body.includes(no!));
    expect(asked).to.have.length(1);
  });

  it("ten at once are one attempt", async () => {
    const { client, order } = await buildPayOrder();
    const body = submitBody(order, { channelCode: "social_app", displayMode: "app" });
    const replies = await Promise.all(Array.from({ length: 10 }, () => client.post(path, body)));
    expect(new Set(replies.map(({ data }) => data.displayContent)).size).to.equal(1);
    expect(await PayAttemptModel.countDocuments({ payOrderId: order._id })).to.equal(1);
  });

  it("after its sealed content ran out, the channel gives the same again", async () => {
    const { client, order, content } = await buildSubmitted();
    heldClock.advance(11 * 60_000);
    const again = await client.post(path, submitBody(order));
    expect(again.data.displayContent).to.equal(content);
  });

  it("social_lite, social_pub and social_app answer the client's parameters as JSON", async () => {
    for (const channelCode of ["social_lite", "social_pub", "social_app"]) {
      const { client, order } = await buildPayOrder();
      const extras = channelCode === "social_app" ? null : { openid: "oTest123" };
      const reply = await client.post(
        path,
        submitBody(order, { channelCode, displayMode: "app", channelExtras: extras }),
      );
      expect(reply.code, reply.msg).to.equal(0);
      const parameters = JSON.parse(reply.data.displayContent);
      if (channelCode === "social_app") expect(parameters).to.include.keys("appid", "partnerid", "prepayid", "sign");
      else expect(parameters).to.include.keys("appId", "timeStamp", "nonceStr", "package", "signType", "paySign");
    }
  });

  it("refuses by name what the fields may not be", async () => {
    const { client, order } = await buildPayOrder();
    const wrong: [Record<string, unknown>, string][] = [
      [{ id: { $gt: "" } }, "id"],
      [{ channelCode: "cash" }, "channelCode"],
      [{ displayMode: "url" }, "displayMode"],
      [{ displayMode: { $gt: "" } }, "displayMode"],
      [{ channelCode: "social_lite", displayMode: "app" }, "channelExtras.openid"],
      [{ channelExtras: { openid: { $gt: "" } } }, "channelExtras.openid"],
      [{ returnUrl: "https://evil.example/paid" }, "returnUrl"],
      [{ returnUrl: "http://127.0.0.1:8080@evil.example/" }, "returnUrl"],
      [{ returnUrl: "nowhere" }, "returnUrl"],
      [{ userId: undefined }, "userId"],
    ];
    for (const [override, field] of wrong) {
      const reply = await client.post(path, submitBody(order, override));
      expect([reply.status, reply.data], field).to.deep.equal([400, null]);
      expect(reply.msg.split(/[:：]/)[0], reply.msg).to.equal(field);
    }
  });

  it("is for the order's member: strangers 401, another's userId 403, another's order as if it were not", async () => {
    const { order } = await buildPayOrder();
    const other = await buildMember();
    expect((await stranger.post(path, submitBody(order))).status).to.equal(401);
    expect((await other.client.post(path, submitBody(order))).status).to.equal(403);
    const foreign = await other.client.post(path, submitBody(order, { userId: other.member._id }));
    const absent = await other.client.post(path, submitBody(order, { id: 99_999_999, userId: other.member._id }));
    expect([foreign.code, foreign.msg]).to.deep.equal([1007002000, absent.msg]);
    expect(absent.code).to.equal(1007002000);
  });

  it("a paid, a closed and an expired order are refused by name", async () => {
    const paid = await buildPaid();
    expect((await paid.client.post(path, submitBody(paid.order))).code).to.equal(1007002002);
    const closed = await buildPayOrder();
    await closePayOrder(closed.order._id);
    expect((await closed.client.post(path, submitBody(closed.order))).code).to.equal(1007002001);
    const late = await buildPayOrder();
    heldClock.advance(hours(2) + 1);
    expect((await late.client.post(path, submitBody(late.order))).code).to.equal(1007002003);
  });

  it("a disabled app or channel is refused by name", async () => {
    const { client, order } = await buildPayOrder();
    await PayChannelModel.updateOne({ appId: 1, code: "social_native" }, { $set: { status: 1 } });
    invalidatePayApps();
    const disabled = await client.post(path, submitBody(order));
    await PayChannelModel.updateOne({ appId: 1, code: "social_native" }, { $set: { status: 0 } });
    await PayAppModel.updateOne({ _id: 1 }, { $set: { status: 1 } });
    invalidatePayApps();
    const noApp = await client.post(path, submitBody(order));
    await PayAppModel.updateOne({ _id: 1 }, { $set: { status: 0 } });
    invalidatePayApps();
    expect([disabled.code, noApp.code]).to.deep.equal([1007001001, 1007000002]);
  });

  it('a wallet part is refused with the inner code, "0" is none', async () => {
    const { client, order } = await buildPayOrder();
    const extras = (part: string) => ({ channelExtras: { wallet_combination_payment_price: part } });
    const short = await client.post(path, submitBody(order, extras("100")));
    expect([short.code, short.data]).to.deep.equal([1007002004, null]);
    expect(short.msg).to.contain("[1007007001]");
    expect((await client.post(path, submitBody(order, extras("1.5")))).msg).to.contain("[1007007103]");
    expect((await client.post(path, submitBody(order, extras("0")))).code).to.equal(0);
  });

  it("a channel that fails is 1007002004 with its code, and the next submit is a new attempt", async () => {
    const { client, order } = await buildPayOrder();
    await fault({ mode: "error", count: 1, path: "/transactions/native" });
    const failed = await client.post(path, submitBody(order));
    expect([failed.status, failed.code, failed.data]).to.deep.equal([200, 1007002004, null]);
    expect(failed.msg).to.contain("[SYSTEM_ERROR]");
    const { no } = await reload(order);
    const again = await client.post(path, submitBody(order));
    expect(again.code).to.equal(0);
    expect((await reload(order)).no).to.not.equal(no);
  });

  it("an answer that the provider did not sign is not believed", async () => {
    const { client, order } = await buildPayOrder();
    await fault({ mode: "badSignature", count: 1, path: "/transactions/native" });
    const reply = await client.post(path, submitBody(order));
    expect(reply.code).to.equal(1007002004);
    expect(reply.msg).to.contain("[BAD_SIGNATURE]");
  });

  it("a channel that does not answer is 503, and trying again finds what it did", async () => {
    const { client, order } = await buildPayOrder();
    await fault({ mode: "timeout", after: true, count: 1, path: "/transactions/native" });
    const silent = await client.post(path, submitBody(order));
    expect([silent.status, silent.code, silent.headers.get("retry-after")]).to.deep.equal([503, 503, "2"]);
    const { no } = await reload(order);
    const again = await client.post(path, submitBody(order));
    expect(again.code, again.msg).to.equal(0);
    expect((await reload(order)).no).to.equal(no);
    expect(await PayAttemptModel.countDocuments({ payOrderId: order._id })).to.equal(1);
  });

  it("another channel closes the first attempt, here and there", async () => {
    const { client, order, no } = await buildSubmitted();
    const switched = await client.post(path, submitBody(order, { channelCode: "social_app", displayMode: "app" }));
    expect(switched.code, switched.msg).to.equal(0);
    expect((await atChannel(no)).state).to.equal("closed");
    const attempts = await PayAttemptModel.find({ payOrderId: order._id }).sort({ _id: 1 }).lean();
    expect(attempts.map(({ status }) => status)).to.deep.equal([30, 0]);
  });

  it("a first attempt that is paid settles instead: 1007003002", async () => {
    const { client, order, no } = await buildSubmitted();
    await settle(no, { notify: false });
    const switched = await client.post(path, submitBody(order, { channelCode: "social_app", displayMode: "app" }));
    expect(switched.code).to.equal(1007003002);
    expect(await reload(order)).to.include({ status: 10, no });
  });

  it("a first attempt that cannot be closed stays open, and a second payment is given back", async () => {
    const { client, order, no } = await buildSubmitted();
    await fault({ mode: "error", count: 1, path: "/out-trade-no/" });
    const switched = await client.post(path, submitBody(order, { channelCode: "social_app", displayMode: "app" }));
    expect(switched.code, switched.msg).to.equal(0);
    const second = (await reload(order)).no!;
    await settle(second);
    await runJobs();
    expect(await reload(order)).to.include({ status: 10, no: second });
    expect((await atChannel(no)).state).to.equal("closed");
  });

  it("an Idempotency-Key gives the first answer again, another body is 422", async () => {
    const { client, order } = await buildPayOrder();
    const keyed = client.with({ "idempotency-key": `submit-${order._id}` });
    const first = await keyed.post(path, submitBody(order));
    expect((await keyed.post(path, submitBody(order))).data).to.deep.equal(first.data);
    const other = await keyed.post(path, submitBody(order, { channelCode: "social_app", displayMode: "app" }));
    expect(other.status).to.equal(422);
  });
});
