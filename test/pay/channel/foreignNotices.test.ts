import { createPrivateKey } from "node:crypto";
import { expect } from "chai";
import { PayAnomalyModel } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { PayChannelModel, type PayChannelDoc } from "#shared/domains/pay/channel/payApp.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { refundPayOrder } from "#shared/domains/pay/index.js";
import type { ChannelCode } from "#shared/domains/pay/channel/payChannel.codes.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { loadKeys } from "#scripts/sandbox/keys.js";
import type { SandboxKeys } from "#scripts/sandbox/keyTypes.js";
import { noticeCallback } from "#scripts/sandbox/wechatpay/notice.js";
import { submitBody, buildPayOrder } from "#test/factories/payOrder.js";
import { buildSocialPerson } from "#test/factories/socialPerson.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { wechatpayNotice, type Sent } from "./altered.js";
import { buildPaid, buildSubmitted, callsTo, fault, noFaults, reload } from "../support.js";

let url: string;
let keys: SandboxKeys;

/** To the QR code's channel of the mall, as the provider sends it. */
async function send({ headers, body }: Sent, way = ""): Promise<number> {
  const channel = (await PayChannelModel.findOne({ appId: 1, code: "social_native" }).lean<PayChannelDoc>())!;
  const to = `${url}/callback/pay/${channel._id}${way}`;
  const answer = await fetch(to, { method: "POST", headers, body: new Uint8Array(body) });
  await answer.arrayBuffer();
  await runJobs();
  return answer.status;
}

function refundNotice(no: string, change: object): Sent {
  const { wechatpay } = keys;
  const content = {
    mchid: wechatpay.mchId,
    out_refund_no: no,
    refund_id: `5030${no}`,
    refund_status: "SUCCESS",
    success_time: "2026-11-21T10:00:00+08:00",
    amount: { total: 1_000, refund: 1_000 },
    ...change,
  };
  const signer = {
    serial: wechatpay.platformSerial,
    privateKey: createPrivateKey(wechatpay.platformPrivateKey),
    now: () => Date.now(),
  };
  const notice = { eventType: "REFUND.SUCCESS", summary: "退款成功", original: "refund", content } as const;
  const callback = noticeCallback(notice, { url: "", subject: no }, { signer, apiV3Key: wechatpay.apiV3Key });
  return { headers: { "content-type": "application/json", ...callback.headers() }, body: Buffer.from(callback.body) };
}

describe("a notice of WeChat Pay that is not about us", () => {
  before(async () => {
    ({ url } = await startService());
    keys = await loadKeys(process.env["DATA_DIR"]!);
  });
  afterEach(noFaults);
  const listed = (no: string) => PayAnomalyModel.find({ no }).lean();

  it("of another application, merchant or currency pays nothing and is listed once; the right one pays", async () => {
    const submitted = await buildSubmitted({ priceFen: 1_000 });
    const { no } = submitted;
    const amount = { total: 1_000, payer_total: 1_000 };
    const changes: [string, object][] = [
      ["reports another application wxsomebodyelse", { appid: "wxsomebodyelse" }],
      ["reports another merchant 1900000109", { mchid: "1900000109" }],
      ["reports another currency USD", { amount: { ...amount, currency: "USD" } }],
    ];
    for (const [index, [, change]] of changes.entries())
      for (let time = 0; time < 2; time++)
        expect(await send(wechatpayNotice(keys, submitted, { transaction_id: `42${index}${no}`, ...change }))).to.equal(
          204,
        );
    expect(await reload(submitted.order)).to.include({ status: 0, channelOrderNo: null });
    const rows = await listed(no);
    expect(rows.map(({ note }) => note)).to.have.members(changes.map(([note]) => note));
    for (const row of rows) expect(row).to.include({ kind: "unknownOrder", paidFen: 1_000, status: 0, refundId: null });
    expect(await send(wechatpayNotice(keys, submitted))).to.equal(204);
    expect(await reload(submitted.order)).to.include({ status: 10 });
  });

  it("ends no refund either", async () => {
    const { order } = await buildPaid({ priceFen: 1_000 });
    await fault({ mode: "hold", count: 1 });
    const asked = { payOrderId: order._id, merchantRefundId: `foreign-${order._id}`, refundFen: 1_000, reason: "" };
    const refundId = await inTransaction(() => refundPayOrder(asked));
    await runJobs();
    const { no } = (await PayRefundModel.findById(refundId).lean())!;
    for (const change of [
      { mchid: "1900000109" },
      { appid: "wxsomebodyelse" },
      { amount: { total: 1_000, refund: 1_000, currency: "USD" } },
    ])
      expect(await send(refundNotice(no, change), "/refund")).to.equal(204);
    expect(await PayRefundModel.findById(refundId).lean()).to.include({ status: 0 });
    expect((await listed(no)).map(({ kind, paidFen }) => [kind, paidFen])).to.deep.include(["unknownOrder", 1_000]);
    expect(await send(refundNotice(no, {}), "/refund")).to.equal(204);
    expect(await PayRefundModel.findById(refundId).lean()).to.include({ status: 10 });
  });
});

describe("the applications of WeChat Pay", () => {
  before(async () => {
    ({ url } = await startService());
    keys = await loadKeys(process.env["DATA_DIR"]!);
  });

  it("are one of each kind of client: that which its people sign in to", async () => {
    const { social, wechatpay } = keys;
    const wanted: [ChannelCode, string, string][] = [
      ["social_native", wechatpay.appId, "qr_code"],
      ["social_lite", social.mini.appId, "app"],
      ["social_pub", social.official.appId, "app"],
      ["social_app", social.mobile.appId, "app"],
    ];
    for (const [channelCode, appid, displayMode] of wanted) {
      const { no } = await buildSubmitted({}, { channelCode, displayMode, channelExtras: { openid: "oNobodyKnows" } });
      const call = (await callsTo("/v3/pay/transactions/")).find(({ body }) => body.includes(no))!;
      expect(JSON.parse(call.body), channelCode).to.include({ appid });
    }
    expect(new Set(wanted.map(([, appid]) => appid)).size).to.equal(4);
  });

  it("take the openid of their own people alone, as WeChat does", async () => {
    const person = await buildSocialPerson();
    const body = { type: 34, code: await person.code("login"), state: "default" };
    const signedIn = await stranger.post("/app-api/member/auth/social-login", body);
    expect(signedIn.status, signedIn.msg).to.equal(200);
    const { client, order } = await buildPayOrder();
    const channelExtras = { openid: person.openid };
    const submit = (channelCode: ChannelCode) =>
      client.post("/app-api/pay/order/submit", submitBody(order, { channelCode, displayMode: "app", channelExtras }));
    const refused = await submit("social_pub");
    expect(refused.code).to.not.equal(0);
    const taken = await submit("social_lite");
    expect(taken.code, taken.msg).to.equal(0);
  });
});
