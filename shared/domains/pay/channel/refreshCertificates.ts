import { log } from "#shared/kernel/observability/log.js";
import { ChannelRefused, ChannelUnsure } from "#shared/providers/pay/port.js";
import { downloadCertificates, NO_CERTIFICATES } from "#shared/providers/pay/wechatpay/client.js";
import { environmentMerchant, type WechatpayMerchant } from "#shared/providers/pay/wechatpay/merchant.js";
import { configOf, wechatpayMerchant } from "./channelMerchants.js";
import { certificateStoreOf } from "./certificateStore.js";
import { PayChannelModel, type PayChannelDoc } from "./payApp.model.js";

/**
 * Refreshes the provider's certificates of every merchant that has some: one with a public key of the provider may have
 * moved to it, or be moving, while its certificates still count.
 */
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
  return [wechatpayMerchant(entered, channel.code)];
}

/**
 * Fetches the provider's current certificates for each merchant, by schedule and after a callback with an unknown
 * serial. One merchant's failure does not stop the others; throws when all failed. Whoever has none and needs none is
 * left alone.
 */
async function fetchCertificates(merchants: readonly WechatpayMerchant[]): Promise<void> {
  let last: unknown;
  let fetched = 0;
  for (const merchant of merchants)
    try {
      await certificateStoreOf(merchant.mchId).keep(await downloadCertificates(merchant));
      fetched++;
    } catch (error) {
      if (!(error instanceof ChannelRefused) && !(error instanceof ChannelUnsure)) throw error;
      if (error.code === NO_CERTIFICATES && merchant.platformKey) continue;
      log.warn({ mchId: merchant.mchId, code: error.code }, "the provider's certificates could not be fetched");
      last = error;
    }
  if (fetched === 0 && last) throw last;
}
