import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { configOf, environmentMerchantId, merchantIdOf } from "../channel/channelMerchants.js";
import { PayChannelModel, type PayChannelDoc } from "../channel/payApp.model.js";
import { type ChannelCode, channelCodes, channelKinds } from "../channel/payChannel.codes.js";
import { payMerchants, type PayMerchant } from "../channel/payMerchants.js";
import type { Statement } from "./reconciliation.model.js";

/** A merchant whose statement can be asked for. */
export type BilledMerchant = PayMerchant & {
  /** Does a channel that takes new payments use it? */
  inUse: boolean;
  /** Since when there is a channel of its. */
  since: Date;
};

export async function billedMerchants(): Promise<BilledMerchant[]> {
  const channels = await PayChannelModel.find({ code: { $ne: "wallet" } }).lean<PayChannelDoc[]>();
  return (await payMerchants()).flatMap((merchant) => {
    const { family, merchantId } = merchant;
    const own = channels.filter(({ _id }) => merchant.channelIds.includes(_id));
    // Without a number: a provider at which the environment knows nobody.
    if (!merchantId || own.length === 0) return [];
    const inUse = own.some(
      (channel) => channel.status === EnabledStatus.enabled && merchantIdOf(configOf(channel), family) === merchantId,
    );
    const since = new Date(Math.min(...own.map(({ createdAt }) => createdAt.getTime())));
    return [{ ...merchant, inUse, since }];
  });
}

const codesOf = (family: Statement["family"]): ChannelCode[] =>
  channelCodes.filter((code) => channelKinds[code].family === family);

/** Attempts of a merchant; of the environment's also those from before merchants were kept. */
export function attemptsOf({ family, merchantId }: Omit<Statement, "day">) {
  const ids = merchantId === environmentMerchantId(family) ? [merchantId, null] : [merchantId];
  return { channelCode: { $in: codesOf(family) }, merchantId: { $in: ids } };
}
