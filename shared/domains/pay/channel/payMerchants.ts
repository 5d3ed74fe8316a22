import type { PayChannelAdapter } from "#shared/providers/pay/port.js";
import { merchantsOf } from "./channelMerchants.js";
import { PayChannelModel, type PayChannelDoc } from "./payApp.model.js";
import { channelKinds, type ChannelFamily } from "./payChannel.codes.js";

/** One that receives money for any of the channels, and whose statement (`adapter.bill`) tells of it. */
export interface PayMerchant {
  family: ChannelFamily;
  merchantId: string;
  adapter: PayChannelAdapter;
  /** The channels whose payments stand in its statement. */
  channelIds: number[];
}

/** Every merchant behind the channels, switched-off ones too, each once. Attempts name theirs by `merchantId`. */
export async function payMerchants(): Promise<PayMerchant[]> {
  const channels = await PayChannelModel.find({}).sort({ _id: 1 }).lean<PayChannelDoc[]>();
  const found = new Map<string, PayMerchant>();
  for (const channel of channels) {
    const { family } = channelKinds[channel.code];
    if (family === "wallet") continue;
    for (const { merchantId, adapter } of merchantsOf(channel)) {
      const known = found.get(`${family} ${merchantId}`);
      if (known) known.channelIds.push(channel._id);
      else found.set(`${family} ${merchantId}`, { family, merchantId, adapter, channelIds: [channel._id] });
    }
  }
  return [...found.values()];
}
