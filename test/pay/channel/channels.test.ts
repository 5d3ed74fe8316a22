import { createPublicKey, verify } from "node:crypto";
import { expect } from "chai";
import { enableUntouchedChannels } from "#shared/domains/pay/channel/ensurePayApps.js";
import { PayChannelModel } from "#shared/domains/pay/channel/payApp.model.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { PayCallbackModel } from "#shared/domains/pay/callback/payCallback.model.js";
import { config } from "#shared/kernel/config/config.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildPayOrder, submitBody } from "#test/factories/payOrder.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { channelCodes, channelKinds, displayModes } from "#shared/domains/pay/channel/payChannel.codes.js";
import { atChannel, buildPaid, buildSubmitted, byApp, byPage, fault, noFaults, reload, settle } from "../support.js";

const path = "/app-api/pay/order/submit";
const listPath = "/app-api/pay/channel/get-enable-code-list";
const picture = { displayMode: "QR_CODE_URL" };

describe("the pay channels", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  it("that clients may offer are listed in the interface's order, the wallet's app without its own", async () => {
    const { client } = await buildPayOrder();
    const mall = await client.post(listPath, { appId: 1 });
    expect(mall.data).to.deep.equal(["wallet", "social_lite", "social_app", "payplat_app"]);
    const wallet = await client.post(listPath, { appId: "8" });
    expect(wallet.data).to.deep.equal(["social_lite", "social_app", "payplat_app"]);
    expect((await client.post(listPath, { appId: 7 })).code).to.equal(1007000000);
    expect((await client.post(listPath, { appId: { $gt: "" } })).status).to.equal(400);
    expect((await stranger.post(listPath, { appId: 1 })).status).to.equal(401);
  });

  it("a channel takes its own display modes, in any letter case, and refuses the others by name", async () => {
    for (const channelCode of channelCodes) {
      if (channelCode === "wallet") continue;
      const { client, order } = await buildPayOrder();
      const extras = { openid: "oTest123" };
      for (const mode of displayModes) {
        const displayMode = mode.toUpperCase();
        const reply = await client.post(path, submitBody(order, { channelCode, displayMode, channelExtras: extras }));
        const name = `${channelCode} ${mode}: ${reply.msg}`;
        if (channelKinds[channelCode].modes.includes(mode)) {
          expect([reply.code, reply.data?.displayMode], name).to.deep.equal([0, mode]);
          expect(reply.data.displayContent, name).to.be.a("string").and.not.equal("");
        } else {
          expect([reply.status, reply.data], name).to.deep.equal([400, null]);
          expect(reply.msg, name).to.match(/^displayMode[:：]/);
        }
      }
    }
  });

  it("the social channels' parameters carry a signature that the merchant's key made", async () => {
    const isSigned = (lines: string[], signature: string): boolean =>
      verify(
        "sha256",
        Buffer.from(`${lines.join("\n")}\n`),
        createPublicKey(config.WECHATPAY_MCH_PRIVATE_KEY),
        Buffer.from(signature, "base64"),
      );
    const extras = { channelExtras: { openid: "oTest123" } };
    for (const channelCode of ["social_lite", "social_pub"]) {
      const { content } = await buildSubmitted({}, { channelCode, displayMode: "app", ...extras });
      const { appId, timeStamp, nonceStr, package: packageValue, paySign } = JSON.parse(content);
      expect(isSigned([appId, timeStamp, nonceStr, packageValue], paySign), channelCode).to.equal(true);
    }
    const { content } = await buildSubmitted({}, { channelCode: "social_app", displayMode: "app" });
    const { appid, timestamp, noncestr, prepayid, sign } = JSON.parse(content);
    expect(isSigned([appid, timestamp, noncestr, prepayid], sign)).to.equal(true);
  });

  it("each pays its order by callback", async () => {
    const extras = { channelExtras: { openid: "oTest123" } };
    for (const channelCode of ["social_lite", "social_pub", "social_app"]) {
      const { order } = await buildPaid({}, { channelCode, displayMode: "app", ...extras });
      expect(order).to.include({ status: 10, channelCode, channelFeeRate: 0.6 });
    }
    for (const body of [byApp, byPage]) {
      const { order } = await buildPaid({ priceFen: 8_888 }, body);
      expect(order).to.include({ status: 10, channelCode: body.channelCode, priceFen: 8_888, channelFeeFen: 53 });
      expect(order.channelOrderNo).to.match(/^\d{20,}$/);
    }
  });

  it("those that nobody touched since they were made disabled are enabled by the migration, no others", async () => {
    const channels = await PayChannelModel.find({ appId: 1, code: { $in: ["wallet", "payplat_pc"] } }).lean();
    const [untouched, touched] = [channels[0]!, channels[1]!];
    const made = new Date(Date.now() - 1_000);
    await PayChannelModel.updateOne(
      { _id: untouched._id },
      { $set: { status: 1, createdAt: made, updatedAt: made } },
      { timestamps: false, overwriteImmutable: true },
    );
    await PayChannelModel.updateOne({ _id: touched._id }, { $set: { status: 1 } });
    await enableUntouchedChannels(["wallet", "payplat_pc"]);
    await enableUntouchedChannels(["wallet", "payplat_pc"]);
    const after = new Map((await PayChannelModel.find().lean()).map(({ _id, status }) => [_id, status]));
    await PayChannelModel.updateMany({}, { $set: { status: 0 } });
    expect([after.get(untouched._id), after.get(touched._id)]).to.deep.equal([0, 1]);
  });
});

describe("the picture of a payment's code", () => {
  before(() => startService());
  afterEach(() => heldClock.release());

  const open = (link: string): Promise<Response> => fetch(link);

  it("opens without a token, is a PNG and not kept; the same submit gives the same link", async () => {
    const { client, order, content } = await buildSubmitted({}, picture);
    expect(content.startsWith(`${config.PUBLIC_URL}/`)).to.equal(true);
    const reply = await open(content);
    expect([reply.status, reply.headers.get("content-type")]).to.deep.equal([200, "image/png"]);
    expect(reply.headers.get("cache-control")).to.equal("no-store");
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).to.equal("PNG");
    expect((await client.post(path, submitBody(order, picture))).data.displayContent).to.equal(content);
  });

  it("cannot be guessed or changed", async () => {
    const { content } = await buildSubmitted({}, picture);
    const other = (await buildSubmitted({}, picture)).content;
    const signature = other.slice(-64);
    const last = content.endsWith("0") ? "1" : "0";
    for (const forged of [
      content.slice(0, -1) + last,
      content.slice(0, -64) + signature,
      content.slice(0, -64),
      `${content}0`,
    ])
      expect((await open(forged)).status, forged).to.equal(404);
  });

  it("is gone after ten minutes, and when its payment is over", async () => {
    const late = await buildSubmitted({}, picture);
    const paid = await buildSubmitted({}, picture);
    await settle(paid.no);
    await runJobs();
    expect((await open(paid.content)).status).to.equal(404);
    heldClock.advance(10 * 60_000 + 1);
    expect((await open(late.content)).status).to.equal(404);
    const again = await late.client.post(path, submitBody(late.order, picture));
    expect((await open(again.data.displayContent)).status).to.equal(200);
  });
});

describe("a payment through Alipay", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  it("its callback is answered with exactly `success`, and fifty copies pay once", async () => {
    const { no, order } = await buildSubmitted({}, byPage);
    const { deliveries } = await settle(no, { times: 50 });
    expect(new Set(deliveries.map(({ status }) => status))).to.deep.equal(new Set([200]));
    await runJobs();
    expect((await reload(order)).status).to.equal(10);
    const { channelId } = (await PayAttemptModel.findOne({ no }).lean())!;
    const stored = await PayCallbackModel.find({ channelId }).sort({ _id: -1 }).limit(1).lean();
    const replay = (body: string) =>
      fetch(`${config.PUBLIC_URL}/callback/pay/${channelId}`, {
        method: "POST",
        body,
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    const again = await replay(stored[0]!.body);
    expect([again.status, await again.text()]).to.deep.equal([200, "success"]);
    const forged = await replay(stored[0]!.body.replace(/total_amount=[\d.]+/, "total_amount=0.01"));
    expect([forged.status, await forged.text()]).to.deep.equal([401, "failure"]);
    await runJobs();
    expect((await reload(order)).refundFen).to.equal(0);
  });

  it("a forged one changes nothing", async () => {
    const { no, order } = await buildSubmitted({}, byApp);
    const { deliveries } = await settle(no, { badSignature: true });
    expect(deliveries.every(({ status }) => status === 401)).to.equal(true);
    await runJobs();
    expect((await reload(order)).status).to.equal(0);
  });

  it("is found by asking when no callback came", async () => {
    const { no, order, client } = await buildSubmitted({}, byApp);
    await settle(no, { notify: false });
    const reply = await client.get(`/app-api/pay/order/get?id=${order._id}&sync=true`);
    expect(reply.data).to.include({ status: 10, channelCode: "payplat_app" });
  });

  it("a refusal or a silent provider shows at the submit", async () => {
    const { client, order } = await buildPayOrder();
    await fault({ platform: "alipay", mode: "error", count: 1 });
    const failed = await client.post(path, submitBody(order, byPage));
    expect([failed.code, failed.data]).to.deep.equal([1007002004, null]);
    await runJobs();
    await fault({ platform: "alipay", mode: "timeout", count: 1 });
    expect((await client.post(path, submitBody(order, byPage))).status).to.equal(503);
    expect((await client.post(path, submitBody(order, byPage))).code).to.equal(0);
    const other = await buildMember();
    expect((await other.client.post(path, submitBody(order, byPage))).status).to.equal(403);
  });

  it("of a wrong amount goes back, once", async () => {
    const { no, order } = await buildSubmitted({ priceFen: 1_000 }, byPage);
    await settle(no, { amount: 900 });
    await runJobs();
    expect((await reload(order)).status).to.equal(0);
    expect((await atChannel(no)).refunded).to.equal(900);
  });
});
