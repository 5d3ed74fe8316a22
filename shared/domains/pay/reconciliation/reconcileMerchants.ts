import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { configOf, environmentMerchantId, merchantIdOf } from "../channel/channelMerchants.js";
import { PayChannelModel, type PayChannelDoc } from "../channel/payApp.model.js";
import { type ChannelCode, channelCodes, channelKinds } from "../channel/payChannel.codes.js";
import { payMerchants, type PayMerchant } from "../channel/payMerchants.js";
import type { Statement } from "./reconciliation.model.js";

/** A merchant whose statements can be downloaded. */
export type BilledMerchant = PayMerchant & {
  /** An enabled channel uses it for new payments. */
  inUse: boolean;
  /** When its first channel was created. */
  since: Date;
};

export async function billedMerchants(): Promise<BilledMerchant[]> {
  const channels = await PayChannelModel.find({ code: { $ne: "wallet" } }).lean<PayChannelDoc[]>();
  return (await payMerchants()).flatMap((merchant) => {
    const { family, merchantId } = merchant;
    const own = channels.filter(({ _id }) => merchant.channelIds.includes(_id));
    // No merchant id: the environment does not configure this provider.
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

/** Filter for a merchant's attempts; older ones without a merchant id are the environment's. */
export function attemptsOf({ family, merchantId }: Omit<Statement, "day">) {
  const ids = merchantId === environmentMerchantId(family) ? [merchantId, null] : [merchantId];
  return { channelCode: { $in: codesOf(family) }, merchantId: { $in: ids } };
}
