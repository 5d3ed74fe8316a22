import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import { syncPayOrder } from "#shared/domains/pay/worker.js";
import { merchantsOf } from "#shared/domains/pay/channel/channelMerchants.js";
import { PayAnomalyModel } from "#shared/domains/pay/anomaly/payAnomaly.model.js";
import { PayChannelModel, type PayChannelDoc } from "#shared/domains/pay/channel/payApp.model.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { PayCallbackModel } from "#shared/domains/pay/callback/payCallback.model.js";
import { channelKinds } from "#shared/domains/pay/channel/payChannel.codes.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { loadKeys } from "#scripts/sandbox/keys.js";
import type { SandboxKeys } from "#scripts/sandbox/keyTypes.js";
import { seeded } from "#test/faults/shoppers.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { alipayChanges, alipayNotice, flipped, wechatpayChanges, wechatpayNotice, type Sent } from "./altered.js";
import { atChannel, buildSubmitted, byPage, chase, reload, settle, type Submitted } from "../support.js";

const SEED = Number((process.env["FAULT_SEEDS"] ?? "11").split(",")[0]);
interface Answered {
  status: number;
  text: string;
}
type Family = "wechatpay" | "payplat";
let keys: SandboxKeys;
let channels: Record<Family, PayChannelDoc[]>;
let turn = 0;

/** To any channel of the provider, by either of its two ways: all have one merchant. */
async function send(family: Family, sent: Sent, to?: string): Promise<Answered> {
  const { url } = await startService();
  const all = channels[family];
  const path = to ?? `/callback/pay/${all[turn++ % all.length]!._id}${turn % 2 === 0 ? "" : "/refund"}`;
  const response = await fetch(url + path, { method: "POST", headers: sent.headers, body: new Uint8Array(sent.body) });
  if (response.status !== 429) return { status: response.status, text: await response.text() };
  // A channel takes so many a second.
  await pause(Number(response.headers.get("retry-after")) * 1_000);
  return send(family, sent, path);
}

/** All that a callback could write. */
async function standOf({ no, order }: Submitted): Promise<object> {
  return {
    order: await reload(order),
    attempt: await PayAttemptModel.findOne({ no }).lean(),
    callbacks: await PayCallbackModel.countDocuments(),
    anomalies: await PayAnomalyModel.countDocuments(),
    refunds: await PayRefundModel.countDocuments(),
    // A name that no certificate has may have the kept ones fetched again.
    jobs: await OutboxModel.countDocuments({ job: { $ne: "pay.refreshCertificates" } }),
  };
}

const platforms = [
  { name: "WeChat Pay", family: "wechatpay", body: {}, notice: wechatpayNotice, changesOf: wechatpayChanges },
  { name: "Alipay", family: "payplat", body: byPage, notice: alipayNotice, changesOf: alipayChanges },
] as const;
/** What a provider must be answered so that it does not take its notice for taken. */
const isFailure = (family: Family, { status, text }: Answered): boolean =>
  family === "payplat"
    ? status === 401 && text === "failure"
    : [401, 503].includes(status) && JSON.parse(text).code === "FAIL";
const isTaken = (family: Family, { status, text }: Answered): boolean =>
  family === "payplat" ? status === 200 && text === "success" : status === 204 && text === "";

/** An order that is not ours: anomalies.test.ts; a signature of nobody, a certificate of nobody: callback.test.ts. */
describe("callbacks that were altered on their way, sent again, or meant for others", function () {
  before(async () => {
    await startService();
    keys = await loadKeys(process.env["DATA_DIR"]!);
    // One answer of the provider, so that its certificate is kept.
    const { order } = await buildSubmitted();
    await syncPayOrder(order._id);
    const all = await PayChannelModel.find({ appId: { $in: [1, 8] }, code: { $ne: "wallet" } }).lean<PayChannelDoc[]>();
    const of = (family: Family) =>
      all.filter(({ code, configs = [] }) => channelKinds[code].family === family && configs.length === 0);
    channels = { wechatpay: of("wechatpay"), payplat: of("payplat") };
  });
  afterEach(async () => {
    heldClock.release();
    await runJobs();
  });

  for (const { name, family, body, notice, changesOf } of platforms) {
    it(`${name}: one bit turned anywhere: refused in the provider's form, nothing is written (seed ${SEED})`, async () => {
      const submitted = await buildSubmitted({}, body);
      await runJobs();
      const before = await standOf(submitted);
      const sent = notice(keys, submitted);
      const changes = changesOf(sent, seeded(SEED));
      const taken: string[] = [];
      const tried: Record<string, number> = {};
      const coming = changes.values();
      const lane = async (): Promise<void> => {
        for (const { field, sent: altered } of coming) {
          const answer = await send(family, altered);
          tried[field] = (tried[field] ?? 0) + 1;
          if (!isFailure(family, answer)) taken.push(`${field}: ${answer.status} ${answer.text}`);
        }
      };
      await Promise.all(Array.from({ length: 8 }, lane));
      process.stdout.write(`      ${name}: ${changes.length} alterations of ${Object.keys(tried).length} fields\n`);
      expect(taken).to.deep.equal([]);
      expect(await standOf(submitted)).to.deep.equal(before);
      // It was none of these because of something else.
      expect(await send(family, sent)).to.satisfy((answer: Answered) => isTaken(family, answer));
      await runJobs();
      expect((await reload(submitted.order)).status).to.equal(10);
    });

    it(`${name}: a valid one sent again, to any channel of its merchant, is taken and changes nothing`, async () => {
      const submitted = await buildSubmitted({}, body);
      const sent = notice(keys, submitted);
      expect(isTaken(family, await send(family, sent))).to.equal(true);
      await runJobs();
      const { callbacks: _, jobs: __, ...before } = (await standOf(submitted)) as Record<string, unknown>;
      for (const { _id } of channels[family])
        for (const path of [`/callback/pay/${_id}`, `/callback/pay/${_id}/refund`, `/callback/pay/${_id}`])
          expect(await send(family, sent, path), path).to.satisfy((answer: Answered) => isTaken(family, answer));
      await runJobs();
      expect(await standOf(submitted)).to.deep.include(before);
      const told = await OutboxModel.countDocuments({
        job: "trade.markOrderPaid",
        "payload.payOrderId": submitted.order._id,
      });
      expect(told).to.equal(1);
    });

    it(`${name}: one at the other provider's channel is refused in that one's form`, async () => {
      const submitted = await buildSubmitted({}, body);
      const other = family === "wechatpay" ? "payplat" : "wechatpay";
      await runJobs();
      const before = await standOf(submitted);
      expect(isFailure(other, await send(other, notice(keys, submitted)))).to.equal(true);
      expect(await standOf(submitted)).to.deep.equal(before);
    });

    it(`${name}: of another amount it is listed and given back, and the order is not paid`, async () => {
      const { no, order } = await buildSubmitted({ priceFen: 1_000 }, body);
      const { deliveries } = await settle(no, { amount: 999, times: 3 });
      expect(deliveries.every(({ status }) => status < 300)).to.equal(true);
      await runJobs();
      await chase();
      expect((await reload(order)).status).to.equal(0);
      const listed = await PayAnomalyModel.find({ no }).lean();
      expect(listed.map(({ kind, paidFen, expectedFen }) => [kind, paidFen, expectedFen])).to.deep.equal([
        ["wrongAmount", 999, 1_000],
      ]);
      expect((await atChannel(no)).refunded).to.equal(999);
    });
  }

  it("Alipay: of another application or account, though signed by the provider, it is refused", async () => {
    const submitted = await buildSubmitted({}, byPage);
    await runJobs();
    const before = await standOf(submitted);
    for (const change of [{ appId: "2021000000000000" }, { sellerId: "2088000000000000" }])
      expect(isFailure("payplat", await send("payplat", alipayNotice(keys, submitted, change)))).to.equal(true);
    expect(await standOf(submitted)).to.deep.equal(before);
  });

  it("WeChat Pay: older than five minutes, though signed by the provider, it is refused", async () => {
    const submitted = await buildSubmitted();
    await runJobs();
    const before = await standOf(submitted);
    for (const ageS of [302, -302])
      expect((await send("wechatpay", wechatpayNotice(keys, submitted, {}, { ageS }))).status).to.equal(401);
    expect(await standOf(submitted)).to.deep.equal(before);
  });

  it("WeChat Pay: of another merchant, or sealed for one, it is not acted on, though signed by the provider", async () => {
    const submitted = await buildSubmitted();
    const foreign = [
      wechatpayNotice(keys, submitted, { mchid: "1900000000" }),
      wechatpayNotice(keys, submitted, {}, { apiV3Key: "k".repeat(32) }),
    ];
    for (const { verifier } of merchantsOf(channels.wechatpay[0]!)) {
      expect(verifier.openNotice(foreign[0]!.body.toString("utf8")).kind).to.equal("foreign");
      expect(() => verifier.openNotice(foreign[1]!.body.toString("utf8"))).to.throw();
    }
    const last = await PayCallbackModel.findOne().sort({ _id: -1 }).lean();
    for (const sent of foreign) expect((await send("wechatpay", sent)).status).to.equal(204);
    await runJobs();
    expect((await reload(submitted.order)).status).to.equal(0);
    // Listed for operators, or kept for them as what nobody could open.
    expect(await PayAnomalyModel.countDocuments({ no: submitted.no, kind: "unknownOrder" })).to.equal(1);
    const kept = await PayCallbackModel.find({ _id: { $gt: last?._id ?? 0 } }).lean();
    expect(kept.filter(({ handledAt }) => handledAt === null)).to.have.length(1);
    await settle(submitted.no);
    await runJobs();
    expect((await reload(submitted.order)).status).to.equal(10);
  });

  it("WeChat Pay: what is sealed opens to what was sealed or not at all, whichever bit of it is turned", async () => {
    const submitted = await buildSubmitted();
    const text = wechatpayNotice(keys, submitted).body.toString("utf8");
    const [{ verifier }] = merchantsOf(channels.wechatpay[0]!) as [ReturnType<typeof merchantsOf>[0]];
    const said = JSON.stringify(verifier.openNotice(text));
    const notice = JSON.parse(text) as { resource: Record<"ciphertext" | "nonce" | "associated_data", string> };
    let opened = 0;
    for (const field of ["ciphertext", "nonce", "associated_data"] as const) {
      const value = Buffer.from(notice.resource[field], "latin1");
      for (let bit = 0; bit < value.length * 8; bit++) {
        const resource = { ...notice.resource, [field]: flipped(value, bit).toString("latin1") };
        try {
          expect(JSON.stringify(verifier.openNotice(JSON.stringify({ ...notice, resource })))).to.equal(said);
          opened++;
        } catch (error) {
          expect(error).to.not.have.property("name", "AssertionError");
        }
      }
    }
    // Base64 has bits that it does not read.
    expect(opened).to.be.at.most(40);
  });
});
