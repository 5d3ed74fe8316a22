import { setTimeout as pause } from "node:timers/promises";
import { environmentMerchant as alipayOfEnvironment } from "#shared/providers/pay/alipay/merchant.js";
import {
  alipay as alipayAdapter,
  wechatpay as wechatpayAdapter,
  type WholeChannel,
} from "#test/support/wholeProviders.js";
import type { CertificateStore } from "#shared/providers/pay/wechatpay/certificateStore.js";
import { environmentMerchant as wechatpayOfEnvironment } from "#shared/providers/pay/wechatpay/merchant.js";
import { config } from "#shared/kernel/config/config.js";
import { startService } from "#test/support/service.js";
import { channelContract } from "./channelContract.js";
import { noFaults, settle } from "../support.js";

function memoryStore(): CertificateStore {
  const kept = new Map<string, string>();
  return {
    find: async (serial) => kept.get(serial),
    keep: async (certificates) => {
      for (const { serial, pem } of certificates) kept.set(serial, pem);
    },
  };
}

const payAtSandbox = async (no: string): Promise<boolean> => {
  await settle(no, { notify: false });
  return true;
};

describe("the sandbox's providers", () => {
  before(async () => {
    await startService();
    await noFaults();
  });
  const store = memoryStore();
  channelContract({
    name: "WeChat Pay, sandbox",
    kind: "native",
    adapter: () => wechatpayAdapter(store),
    misSigning: (privateKey) => wechatpayAdapter(store, () => ({ ...wechatpayOfEnvironment(), privateKey })),
    notifyUrl: `${config.PUBLIC_URL}/callback/pay/1`,
    pay: payAtSandbox,
    knowsAfterPrepay: true,
  });
  channelContract({
    name: "Alipay, sandbox",
    kind: "pageUrl",
    adapter: () => alipayAdapter(),
    misSigning: (privateKey) => alipayAdapter(() => ({ ...alipayOfEnvironment(), privateKey })),
    notifyUrl: `${config.PUBLIC_URL}/callback/pay/1`,
    pay: payAtSandbox,
    knowsAfterPrepay: true,
  });
});

/** The real providers, when their REAL_... variables are set (providers.md). Money moves: two fen, given back. */
const real = (name: string): string => {
  const text = process.env[`REAL_${name}`] ?? "";
  return text === "" || text.includes("-----BEGIN") || !text.startsWith("LS0tLS")
    ? text
    : Buffer.from(text, "base64").toString("utf8");
};
const waitSeconds = Number(real("PAY_WAIT_SECONDS") || 0);

/** Shows what to pay and looks until somebody did, as long as REAL_PAY_WAIT_SECONDS say. */
const payByHand =
  (adapter: () => WholeChannel) =>
  async (no: string, content: string): Promise<boolean> => {
    if (waitSeconds > 0) process.stdout.write(`      pay ${no} now: ${content}\n`);
    for (let waited = 0; waited < waitSeconds; waited += 3) {
      if ((await adapter().query(no)).state === "paid") return true;
      await pause(3_000);
    }
    return false;
  };
const notifyUrl = real("NOTIFY_URL") || "https://example.com/callback/pay/1";

if (real("WECHATPAY_MCH_ID")) {
  const store = memoryStore();
  const merchant = () => ({
    baseUrl: real("WECHATPAY_BASE_URL") || "https://api.mch.weixin.qq.com",
    appId: real("WECHATPAY_APP_ID"),
    mchId: real("WECHATPAY_MCH_ID"),
    serial: real("WECHATPAY_MCH_SERIAL"),
    privateKey: real("WECHATPAY_MCH_PRIVATE_KEY"),
    apiV3Key: real("WECHATPAY_API_V3_KEY"),
    platformKey: real("WECHATPAY_PUBLIC_KEY")
      ? { id: real("WECHATPAY_PUBLIC_KEY_ID"), pem: real("WECHATPAY_PUBLIC_KEY") }
      : null,
    older: [],
  });
  const adapter = () => wechatpayAdapter(store, merchant);
  channelContract({
    name: "WeChat Pay",
    kind: "native",
    adapter,
    misSigning: (privateKey) => wechatpayAdapter(store, () => ({ ...merchant(), privateKey })),
    notifyUrl,
    pay: payByHand(adapter),
    knowsAfterPrepay: true,
  });
}

if (real("ALIPAY_APP_ID")) {
  const merchant = () => ({
    gatewayUrl: real("ALIPAY_BASE_URL") || "https://openapi-sandbox.dl.alipaydev.com/gateway.do",
    guarded: false,
    appId: real("ALIPAY_APP_ID"),
    privateKey: real("ALIPAY_PRIVATE_KEY"),
    platformKey: real("ALIPAY_PUBLIC_KEY"),
    sellerId: null,
    older: [],
  });
  const adapter = () => alipayAdapter(merchant);
  channelContract({
    name: "Alipay",
    kind: "pageUrl",
    adapter,
    misSigning: (privateKey) => alipayAdapter(() => ({ ...merchant(), privateKey })),
    notifyUrl,
    pay: payByHand(adapter),
    knowsAfterPrepay: false,
  });
}
