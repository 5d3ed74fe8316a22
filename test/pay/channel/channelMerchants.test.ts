import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import { PayChannelModel } from "#shared/domains/pay/channel/payApp.model.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { merchantsOf } from "#shared/domains/pay/channel/channelMerchants.js";
import { refreshCertificates, syncPayOrder } from "#shared/domains/pay/worker.js";
import { refundPayOrder, type PayOrderDoc } from "#shared/domains/pay/index.js";
import { certificateStoreOf } from "#shared/domains/pay/channel/certificateStore.js";
import { ChannelCertificateModel } from "#shared/domains/pay/channel/channelCertificate.model.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { PayCallbackModel } from "#shared/domains/pay/callback/payCallback.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { NoticeRefused } from "#shared/providers/pay/port.js";
import { config } from "#shared/kernel/config/config.js";
import { heldClock, hours } from "#shared/kernel/time/clock.js";
import { buildPayOrder, submitBody } from "#test/factories/payOrder.js";
import { runJobs } from "#test/support/runJobs.js";
import { thrownBy } from "./channelContract.js";
import { atChannel, buildPaid, buildSubmitted, byApp, byPage, chase, noFaults, reload, settle } from "../support.js";
import {
  base,
  beginAsOperator,
  channelOf,
  merchantAt,
  newApp,
  newChannel,
  operator,
  update,
  view,
} from "./channelSupport.js";

let count = 0;
const openid = { channelExtras: { openid: "oOfTheirOwn1" } };
const byLite = { channelCode: "social_lite", displayMode: "app", ...openid };
const byPub = { channelCode: "social_pub", displayMode: "app", ...openid };
const refund = async (order: PayOrderDoc, refundFen: number) => {
  const merchantRefundId = `m-${order._id}-${++count}`;
  const id = await refundPayOrder({ payOrderId: order._id, merchantRefundId, refundFen, reason: "" });
  await runJobs();
  await chase();
  return (await PayRefundModel.findById(id).lean())!;
};
const freshPrivateKey = (): string =>
  generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();

describe("a channel with a configuration of its own", () => {
  before(beginAsOperator);
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  it("has its own application, and with that alone the environment's merchant", async () => {
    const appId = await newApp();
    await newChannel(appId, "social_lite", { appId: config.SOCIAL_MINI_APP_ID });
    await newChannel(appId, "social_pub", { appId: config.SOCIAL_OFFICIAL_APP_ID });
    for (const [body, own] of [
      [byLite, config.SOCIAL_MINI_APP_ID],
      [byPub, config.SOCIAL_OFFICIAL_APP_ID],
    ] as const) {
      const { content, order } = await buildPaid({ appId: appId as 1 }, body);
      expect(JSON.parse(content).appId).to.equal(own);
      expect((await refund(order, order.priceFen)).status).to.equal(10);
    }
  });

  it("has its own merchant: payment, callback, query and refund go through it, and its notices are for nobody else", async () => {
    const appId = await newApp();
    const entered = await merchantAt("wechatpay");
    const id = await newChannel(appId, "social_native", entered);
    const { order, no } = await buildPaid({ appId: appId as 1, priceFen: 1_000 });
    expect(await PayAttemptModel.findOne({ no }).lean()).to.include({ merchantId: entered["mchId"], channelId: id });
    expect((await refund(order, 400)).status).to.equal(10);
    expect((await atChannel(no)).refunded).to.equal(400);
    const unheard = await buildSubmitted({ appId: appId as 1 });
    await settle(unheard.no, { notify: false });
    await syncPayOrder(unheard.order._id);
    expect((await reload(unheard.order)).status).to.equal(10);
    const callback = (await PayCallbackModel.findOne({ channelId: id }).sort({ _id: 1 }).lean())!;
    const [own] = merchantsOf(await channelOf(id));
    const [other] = merchantsOf({ code: "social_native", configs: [] });
    expect(own!.verifier.openNotice(callback.body)).to.include({ kind: "payment", no });
    expect(() => other!.verifier.openNotice(callback.body)).to.throw();
  });

  it("has its own provider certificates, which vouch for no other merchant's callbacks", async () => {
    const { mchId } = await merchantAt("wechatpay");
    const appId = await newApp();
    const entered = await merchantAt("wechatpay", mchId);
    await newChannel(appId, "social_native", entered);
    await refreshCertificates();
    const serials = (await ChannelCertificateModel.find({}).lean()).map(({ _id }) => _id);
    const own = serials.find((one) => one.startsWith(`${mchId}/`));
    expect(own, "fetched with its own key").to.be.a("string");
    const serial = own!.split("/")[1]!;
    expect(await certificateStoreOf(mchId!).find(serial)).to.contain("BEGIN CERTIFICATE");
    expect(await certificateStoreOf("1900999999").find(serial)).to.equal(undefined);
    // One whose APIv3 key is wrong stands in nobody's way.
    const broken = await merchantAt("wechatpay");
    const brokenId = await newChannel(appId, "social_app", { ...broken, apiV3Key: "w".repeat(32) });
    await refreshCertificates();
    // Other tests of the run ask every merchant for its statement.
    await PayChannelModel.collection.deleteOne({ _id: brokenId as never });
  });

  it("has its own application and seller at Alipay; a notice for another seller is refused", async () => {
    const appId = await newApp();
    const entered = await merchantAt("alipay");
    const id = await newChannel(appId, "payplat_pc", entered);
    const { order, no } = await buildPaid({ appId: appId as 1, priceFen: 1_000 }, byPage);
    expect((await refund(order, 1_000)).status).to.equal(10);
    expect((await atChannel(no)).refunded).to.equal(1_000);
    const { body } = (await PayCallbackModel.findOne({ channelId: id }).sort({ _id: 1 }).lean())!;
    const [own] = merchantsOf(await channelOf(id));
    expect(await own!.verifier.verifyNotice({}, Buffer.from(body))).to.have.property("noticeId");
    const reply = await update(id, { config: { sellerId: "2088000000000000" } });
    expect(reply.code, reply.msg).to.equal(0);
    const [stricter] = merchantsOf(await channelOf(id));
    const refused = await thrownBy(stricter!.verifier.verifyNotice({}, Buffer.from(body)));
    expect(refused).to.be.instanceOf(NoticeRefused).with.property("message", "it is for another seller");
  });

  it("the environment's seller is compared too, where it is set", async () => {
    const { no } = await buildPaid({}, byApp);
    const { channelId } = (await PayAttemptModel.findOne({ no }).lean())!;
    const { body } = (await PayCallbackModel.findOne({ channelId }).sort({ _id: -1 }).lean())!;
    const seller = config.ALIPAY_SELLER_ID;
    const [own] = merchantsOf(await channelOf(channelId));
    try {
      Object.assign(config, { ALIPAY_SELLER_ID: "2088000000000000" });
      expect(await thrownBy(own!.verifier.verifyNotice({}, Buffer.from(body)))).to.be.instanceOf(NoticeRefused);
      Object.assign(config, { ALIPAY_SELLER_ID: "" });
      expect(await own!.verifier.verifyNotice({}, Buffer.from(body))).to.have.property("noticeId");
    } finally {
      Object.assign(config, { ALIPAY_SELLER_ID: seller });
    }
  });

  it("given other keys: the old APIv3 key opens what is under way for 24 h, and not after", async () => {
    const appId = await newApp();
    const entered = await merchantAt("wechatpay");
    const id = await newChannel(appId, "social_native", entered);
    const under = await buildSubmitted({ appId: appId as 1 });
    const reply = await operator.client.put(`${base}/rotate-key`, { id, config: { apiV3Key: "k".repeat(32) } });
    expect([reply.code, reply.data], reply.msg).to.deep.equal([0, true]);
    expect((await view(id)).olderKeysUntil).to.be.closeTo(Date.now() + hours(24), 60_000);
    await settle(under.no);
    await runJobs();
    expect((await reload(under.order)).status).to.equal(10);
    const { body } = (await PayCallbackModel.findOne({ channelId: id }).sort({ _id: 1 }).lean())!;
    heldClock.hold();
    heldClock.advance(hours(24) + 60_000);
    expect(() => merchantsOf({ code: "social_native", configs: [] })[0]!.verifier.openNotice(body)).to.throw();
    const [now] = merchantsOf(await channelOf(id));
    expect(() => now!.verifier.openNotice(body)).to.throw();
    const rows = await OperationLogModel.find({ action: "channel.rotateKey", bizId: String(id) }).lean();
    expect(rows).to.have.length(1);
    expect(JSON.stringify(rows)).to.not.contain("kkkkk");
  });

  it("given another private key and certificate: the next calls are signed with it", async () => {
    const appId = await newApp();
    const entered = await merchantAt("wechatpay");
    const id = await newChannel(appId, "social_native", entered);
    const under = await buildSubmitted({ appId: appId as 1 });
    const fresh = await merchantAt("wechatpay", entered["mchId"]);
    const { privateKey, certSerialNo, apiV3Key } = fresh;
    const reply = await operator.client.put(`${base}/rotate-key`, {
      id,
      config: { privateKey, certSerialNo, apiV3Key },
    });
    expect(reply.code, reply.msg).to.equal(0);
    expect((await view(id)).config.certSerialNo).to.equal(certSerialNo);
    await settle(under.no);
    await runJobs();
    expect((await reload(under.order)).status).to.equal(10);
    expect((await refund(await reload(under.order), 100)).status).to.equal(10);
    expect((await buildPaid({ appId: appId as 1 })).order.status).to.equal(10);
    const unusable = await operator.client.put(`${base}/rotate-key`, { id, config: { privateKey: "x" } });
    expect([unusable.status, unusable.msg.split(/[:：]/)[0]]).to.deep.equal([400, "config.privateKey"]);
  });

  it("given another provider key at Alipay: notices of the old one count for 24 h, and not after", async () => {
    const appId = await newApp();
    const id = await newChannel(appId, "payplat_pc", await merchantAt("alipay"));
    const under = await buildSubmitted({ appId: appId as 1 }, byPage);
    const alipayPublicKey = generateKeyPairSync("rsa", { modulusLength: 2_048 })
      .publicKey.export({ type: "spki", format: "pem" })
      .toString();
    expect((await operator.client.put(`${base}/rotate-key`, { id, config: { alipayPublicKey } })).data).to.equal(true);
    await settle(under.no);
    await runJobs();
    expect((await reload(under.order)).status).to.equal(10);
    const { body } = (await PayCallbackModel.findOne({ channelId: id }).sort({ _id: 1 }).lean())!;
    heldClock.hold();
    heldClock.advance(hours(24) + 60_000);
    const [now] = merchantsOf(await channelOf(id));
    expect(await thrownBy(now!.verifier.verifyNotice({}, Buffer.from(body)))).to.be.instanceOf(NoticeRefused);
  });

  it("a channel of the environment's keys has none to rotate", async () => {
    const appId = await newApp();
    const id = await newChannel(appId, "social_native", null);
    expect((await view(id)).config).to.equal(null);
    const reply = await operator.client.put(`${base}/rotate-key`, { id, config: { privateKey: freshPrivateKey() } });
    expect(reply.status).to.equal(400);
  });

  it("given to another merchant: what the first one took is asked about and refunded through it", async () => {
    const appId = await newApp();
    const id = await newChannel(appId, "social_native", null);
    const first = await buildPaid({ appId: appId as 1, priceFen: 1_000 });
    const under = await buildSubmitted({ appId: appId as 1 });
    const reply = await update(id, { config: await merchantAt("wechatpay") });
    expect(reply.code, reply.msg).to.equal(0);
    const second = await buildPaid({ appId: appId as 1, priceFen: 1_000 });
    await settle(under.no);
    await runJobs();
    expect((await reload(under.order)).status).to.equal(10);
    heldClock.hold();
    heldClock.advance(hours(48));
    for (const { order, no } of [first, second]) {
      expect((await refund(order, 300)).status).to.equal(10);
      expect((await atChannel(no)).refunded).to.equal(300);
    }
    // Two days later the operator signs in again.
    await beginAsOperator();
    const back = await update(id, { config: null });
    expect(back.code, back.msg).to.equal(0);
    expect((await view(id)).config).to.equal(null);
    expect((await refund(await reload(second.order), 200)).status).to.equal(10);
    expect((await buildPaid({ appId: appId as 1 })).order.status).to.equal(10);
  });
});

describe("a channel that is switched off while payments are under way", () => {
  before(beginAsOperator);
  afterEach(async () => {
    heldClock.release();
    await runJobs();
  });

  for (const [name, code, body] of [
    ["WeChat Pay", "social_native", {}],
    ["Alipay", "payplat_pc", byPage],
  ] as const)
    it(`${name}: callbacks, queries and refunds go on, new payments do not`, async () => {
      const appId = await newApp();
      const id = await newChannel(appId, code, null);
      const told = await buildSubmitted({ appId: appId as 1, priceFen: 500 }, body);
      const unheard = await buildSubmitted({ appId: appId as 1 }, body);
      expect((await update(id, { status: 1 })).data).to.equal(true);
      const { client, order } = await buildPayOrder({ appId: appId as 1 });
      expect((await client.post("/app-api/pay/order/submit", submitBody(order, body))).code).to.equal(1007001001);
      await settle(told.no);
      await runJobs();
      expect((await reload(told.order)).status).to.equal(10);
      await settle(unheard.no, { notify: false });
      const read = await unheard.client.get(`/app-api/pay/order/get?id=${unheard.order._id}&sync=true`);
      expect(read.data.status).to.equal(10);
      expect((await refund(await reload(told.order), 500)).status).to.equal(10);
    });
});
