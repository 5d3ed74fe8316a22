import { merchantsOf, type ChannelMerchant } from "./channelMerchants.js";
import { PayChannelModel, type PayChannelDoc } from "./payApp.model.js";
import { channelKinds } from "./payChannel.codes.js";

/** One that receives money for any of the channels, and whose statement (`clientOf(it).bill`) tells of it. */
export type PayMerchant = ChannelMerchant & {
  /** The channels whose payments stand in its statement. */
  channelIds: number[];
};

/** Every merchant behind the channels, switched-off ones too, each once. Attempts name theirs by `merchantId`. */
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
