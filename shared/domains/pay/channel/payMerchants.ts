import { merchantsOf, type ChannelMerchant } from "./channelMerchants.js";
import { PayChannelModel, type PayChannelDoc } from "./payApp.model.js";
import { channelKinds } from "./payChannel.codes.js";

/** A merchant that receives money through channels, and has a statement at the provider (`clientOf(it).bill`). */
export type PayMerchant = ChannelMerchant & {
  /** The channels whose payments are in its statement. */
  channelIds: number[];
};

/** Every merchant of the channels, disabled ones too, each once. Attempts refer to theirs by `merchantId`. */
export async function payMerchants(): Promise<PayMerchant[]> {
  const channels = await PayChannelModel.find({}).sort({ _id: 1 }).lean<PayChannelDoc[]>();
  const found = new Map<string, PayMerchant>();
  for (const channel of channels) {
    if (channelKinds[channel.code].family === "wallet") continue;
    for (const merchant of merchantsOf(channel)) {
      const name = `${merchant.family} ${merchant.merchantId}`;
      const known = found.get(name);
      if (known) known.channelIds.push(channel._id);
      else found.set(name, { ...merchant, channelIds: [channel._id] });
    }
  }
  return [...found.values()];
}
