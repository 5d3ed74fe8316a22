import { environmentMerchant, type WechatpayMerchant } from "#shared/providers/pay/wechatpay/index.js";
import { configOf, wechatpayMerchant } from "./channelMerchants.js";
import { fetchCertificates } from "./certificateStore.js";
import { PayChannelModel, type PayChannelDoc } from "./payApp.model.js";

/** The platform's certificates of every merchant that a channel has; of one that entered the platform's key, none. */
export async function refreshCertificates(): Promise<void> {
  const channels = await PayChannelModel.find({ "configs.0": { $exists: true } }).lean<PayChannelDoc[]>();
  const merchants = new Map<string, WechatpayMerchant>();
  for (const one of [environmentMerchant(), ...channels.flatMap(ofChannel)])
    if (one.mchId !== "" && !merchants.has(one.mchId)) merchants.set(one.mchId, one);
  await fetchCertificates([...merchants.values()]);
}

function ofChannel(channel: PayChannelDoc): WechatpayMerchant[] {
  const entered = configOf(channel);
  if (entered?.family !== "wechatpay") return [];
  const merchant = wechatpayMerchant(entered, channel.code);
  return merchant.platformKey ? [] : [merchant];
}
