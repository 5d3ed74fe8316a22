import { kdniao as kdniaoClient, kuaidi100 as kuaidi100Client } from "#shared/providers/express/client.js";
import { kdniaoPush, kuaidi100Push, type ExpressClient, type PushVerifier } from "#shared/providers/express/index.js";
import { alipayClient } from "#shared/providers/pay/alipay/client.js";
import { alipayVerifier } from "#shared/providers/pay/alipay/index.js";
import type { NoticeVerifier, PayChannelClient } from "#shared/providers/pay/port.js";
import { wechatpayClient } from "#shared/providers/pay/wechatpay/client.js";
import { wechatpayVerifier } from "#shared/providers/pay/wechatpay/index.js";

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
export type WholeTracker = ExpressClient & PushVerifier;
export const kdniao: WholeTracker = { ...kdniaoPush, ...kdniaoClient };
export const kuaidi100: WholeTracker = { ...kuaidi100Push, ...kuaidi100Client };
