import { alipayClient } from "#shared/providers/pay/alipay/client.js";
import { ChannelUnsure, type PayChannelClient, type PrepayKind } from "#shared/providers/pay/port.js";
import { wechatpayClient } from "#shared/providers/pay/wechatpay/client.js";
import { config } from "#shared/kernel/config/config.js";
import { certificateStoreOf } from "./certificateStore.js";
import { environmentMerchantId, merchantsOf, type ChannelMerchant } from "./channelMerchants.js";
import { findChannel } from "./payApp.queries.js";
import type { PayAttemptDoc } from "../attempt/payAttempt.model.js";
import { channelKinds, type ChannelCode, type DisplayMode } from "./payChannel.codes.js";

/** The client that calls a merchant's provider; for workers. */
export const clientOf = (merchant: ChannelMerchant): PayChannelClient =>
  merchant.family === "wechatpay"
    ? wechatpayClient(certificateStoreOf(merchant.merchantNow().mchId), merchant.merchantNow)
    : alipayClient(merchant.merchantNow);

/**
 * The client for an attempt, as the merchant that opened it: a channel that was disabled, or given to another merchant,
 * still queries, closes and refunds its earlier attempts. Throws 1007001001 for the wallet, ChannelUnsure while the provider
 * is off.
 */
export async function clientFor(
  attempt: Pick<PayAttemptDoc, "channelId" | "channelCode" | "merchantId">,
): Promise<PayChannelClient> {
  const channel = (await findChannel(attempt.channelId)) ?? { code: attempt.channelCode, configs: [] };
  const merchants = merchantsOf(channel);
  const merchantId = attempt.merchantId ?? environmentMerchantId(channelKinds[attempt.channelCode].family);
  const merchant = merchants.find((one) => one.merchantId === merchantId) ?? merchants[0];
  // As if it did not answer: its payments wait, and go on once its keys are there again.
  if (!merchant) throw new ChannelUnsure("NOT_OFFERED", `the shop has no keys of ${channel.code}`, false);
  return clientOf(merchant);
}

const kinds: Partial<Record<ChannelCode, PrepayKind>> = {
  social_lite: "jsapi",
  social_pub: "jsapi",
  social_app: "app",
  social_native: "native",
  payplat_app: "app",
};
export function prepayKindOf(code: ChannelCode, mode: DisplayMode): PrepayKind {
  if (code === "payplat_pc") return mode === "form" ? "pageForm" : "pageUrl";
  return kinds[code] ?? "native";
}

/** The address that providers call back. PUBLIC_URL is read at each call, as a process may get its address late. */
export const callbackUrl = (channelId: number): string => `${config.PUBLIC_URL}/callback/pay/${channelId}`;
