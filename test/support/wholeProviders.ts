import { kdniao as kdniaoClient } from "#shared/providers/express/kdniao/client.js";
import { kuaidi100 as kuaidi100Client } from "#shared/providers/express/kuaidi100/client.js";
import { kdniaoPush } from "#shared/providers/express/kdniao/verifier.js";
import { kuaidi100Push } from "#shared/providers/express/kuaidi100/verifier.js";
import type { ExpressClient, PushVerifier } from "#shared/providers/express/port.js";
import { alipayClient } from "#shared/providers/pay/alipay/client.js";
import { alipayVerifier } from "#shared/providers/pay/alipay/verifier.js";
import type { NoticeVerifier, PayChannelClient } from "#shared/providers/pay/port.js";
import { wechatpayClient } from "#shared/providers/pay/wechatpay/client.js";
import { wechatpayVerifier } from "#shared/providers/pay/wechatpay/verifier.js";

/** A provider with both of its halves: what calls it, and what verifies what it sends. */
export type WholeChannel = PayChannelClient & NoticeVerifier;
export const alipay = (...given: Parameters<typeof alipayClient>): WholeChannel => ({
  ...alipayClient(...given),
  ...alipayVerifier(...given),
});
export const wechatpay = (...given: Parameters<typeof wechatpayClient>): WholeChannel => ({
  ...wechatpayClient(...given),
  ...wechatpayVerifier(...given),
});
type WholeTracker = ExpressClient & PushVerifier;
export const kdniao: WholeTracker = { ...kdniaoPush, ...kdniaoClient };
export const kuaidi100: WholeTracker = { ...kuaidi100Push, ...kuaidi100Client };
