import { expect } from "chai";
import { refreshCertificates, syncPayOrder } from "#shared/domains/pay/worker.js";
import { refundPayOrder, type PayOrderDoc } from "#shared/domains/pay/index.js";
import { certificateStoreOf } from "#shared/domains/pay/channel/certificateStore.js";
import { ChannelCertificateModel } from "#shared/domains/pay/channel/channelCertificate.model.js";
import { PayCallbackModel } from "#shared/domains/pay/callback/payCallback.model.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { refreshCertificatesJob } from "#shared/domains/pay/pay.jobs.js";
import { ChannelUnsure } from "#shared/providers/pay/port.js";
import { config } from "#shared/kernel/config/config.js";
import { halfFaults } from "#shared/kernel/config/providerGroups.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { wechatpay } from "#test/support/wholeProviders.js";
import { runJobs } from "#test/support/runJobs.js";
import { buildPaid, buildSubmitted, chase, control, noFaults, reload, settle } from "../support.js";
import { thrownBy } from "./channelContract.js";
import { beginAsOperator, newApp, newChannel } from "./channelSupport.js";

type Entered = Record<string, string>;
const merchantAt = (verifiedBy: "publicKey" | "both", merchantId?: string): Promise<Entered> =>
  control("POST", "/pay/merchants", { platform: "wechatpay", verifiedBy, ...(merchantId ? { merchantId } : {}) });

const ENVIRONMENT = [
  "WECHATPAY_MCH_ID",
  "WECHATPAY_APP_ID",
  "WECHATPAY_APP_ID_LITE",
  "WECHATPAY_APP_ID_PUB",
  "WECHATPAY_APP_ID_APP",
  "WECHATPAY_MCH_SERIAL",
  "WECHATPAY_MCH_PRIVATE_KEY",
  "WECHATPAY_API_V3_KEY",
  "WECHATPAY_PUBLIC_KEY_ID",
  "WECHATPAY_PUBLIC_KEY",
] as const;
/** Runs with this merchant in the environment. */
async function asEnvironment<T>(entered: Entered, work: () => Promise<T>): Promise<T> {
  const before = Object.fromEntries(ENVIRONMENT.map((name) => [name, config[name]]));
  Object.assign(config, {
    WECHATPAY_MCH_ID: entered["mchId"],
    WECHATPAY_APP_ID: entered["appId"],
    WECHATPAY_APP_ID_LITE: "",
    WECHATPAY_APP_ID_PUB: "",
    WECHATPAY_APP_ID_APP: "",
    WECHATPAY_MCH_SERIAL: entered["certSerialNo"],
    WECHATPAY_MCH_PRIVATE_KEY: entered["privateKey"],
    WECHATPAY_API_V3_KEY: entered["apiV3Key"],
    WECHATPAY_PUBLIC_KEY_ID: entered["publicKeyId"] ?? "",
    WECHATPAY_PUBLIC_KEY: entered["publicKey"] ?? "",
  });
  try {
    return await work();
  } finally {
    Object.assign(config, before);
  }
}

let count = 0;
const refund = async (order: PayOrderDoc): Promise<number> => {
  const merchantRefundId = `pk-${order._id}-${++count}`;
  const id = await refundPayOrder({ payOrderId: order._id, merchantRefundId, refundFen: order.priceFen, reason: "" });
  await runJobs();
  await chase();
  return (await PayRefundModel.findById(id).lean())!.status;
};

describe("a merchant of WeChat Pay with a public key of the provider", () => {
  before(beginAsOperator);
  afterEach(async () => {
    heldClock.release();
    await noFaults();
    await runJobs();
  });

  it("and no certificates is served: payment, callback, query and refund, as the console's or the environment's", async () => {
    const entered = await merchantAt("publicKey");
    expect(entered["publicKeyId"]).to.match(/^PUB_KEY_ID_/);
    const appId = await newApp();
    await newChannel(appId, "social_native", entered);
    const { order } = await buildPaid({ appId: appId as 1 });
    expect(await refund(order)).to.equal(10);
    const unheard = await buildSubmitted({ appId: appId as 1 });
    await settle(unheard.no, { notify: false });
    await syncPayOrder(unheard.order._id);
    expect((await reload(unheard.order)).status).to.equal(10);

    await asEnvironment(await merchantAt("publicKey"), async () => {
      const { order: another } = await buildPaid();
      expect(await refund(another)).to.equal(10);
      await refreshCertificates();
    });
  });

  it("without the key is told what to enter", async () => {
    const { publicKey: _, publicKeyId: __, ...entered } = await merchantAt("publicKey");
    await asEnvironment(entered, async () => {
      const unsure = await thrownBy(wechatpay(certificateStoreOf(entered["mchId"]!)).query("NOTHING001"));
      expect(unsure).to.be.instanceOf(ChannelUnsure).and.include({ code: "NO_CERTIFICATES" });
      expect((unsure as ChannelUnsure).reason).to.contain("public key");
    });
  });

  it("that moves to it takes what either key signed, without a pause", async () => {
    const entered = await merchantAt("both");
    await asEnvironment(entered, async () => {
      await refreshCertificates();
      expect(await ChannelCertificateModel.countDocuments({ fetchedAt: { $ne: null } })).to.be.above(0);
      const begun = new Date();
      // The sandbox signs every second callback with the one, the others with the other.
      for (let round = 0; round < 4; round++) {
        const { no, order } = await buildSubmitted();
        const { deliveries } = await settle(no);
        expect(deliveries.map(({ status }) => status)).to.deep.equal([204]);
        await runJobs();
        expect((await reload(order)).status).to.equal(10);
      }
      const signed = await PayCallbackModel.find({ createdAt: { $gte: begun } }).lean();
      expect(signed.length).to.be.at.least(4);
      expect(signed.filter(({ handledAt }) => handledAt === null)).to.deep.equal([]);
    });
  });

  it("refuses the provider's probes with 401, and nothing comes of them", async () => {
    const { no, order } = await buildSubmitted();
    const jobs = () => OutboxModel.countDocuments({ job: refreshCertificatesJob.name });
    const before = [await PayCallbackModel.countDocuments(), await jobs()];
    const { deliveries } = await settle(no, { probe: true });
    expect(deliveries.map(({ status }) => status)).to.deep.equal([401]);
    expect([await PayCallbackModel.countDocuments(), await jobs()]).to.deep.equal(before);
    expect((await reload(order)).status).to.equal(0);
    await settle(no);
    await runJobs();
    expect((await reload(order)).status).to.equal(10);
  });

  it("has both, the key and its id, or the boot says which is missing", () => {
    expect(halfFaults({ WECHATPAY_PUBLIC_KEY_ID: "PUB_KEY_ID_1" })).to.include(
      "WECHATPAY_PUBLIC_KEY: is missing, as WECHATPAY_PUBLIC_KEY_ID is set",
    );
    expect(halfFaults({ WECHATPAY_PUBLIC_KEY: "pem" })).to.include(
      "WECHATPAY_PUBLIC_KEY_ID: is missing, as WECHATPAY_PUBLIC_KEY is set",
    );
    expect(halfFaults({})).to.deep.equal([]);
  });
});
