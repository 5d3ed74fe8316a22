import { randomBytes } from "node:crypto";
import { config } from "#shared/kernel/config/config.js";
import { nextId, reserveIdsUpTo } from "#shared/kernel/mongo/ids.js";
import { insertOnce } from "#shared/kernel/mongo/insertOnce.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { encryptSecret } from "#shared/kernel/security/sealed.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { PayAppModel, PayChannelModel, type PayChannelDoc } from "./payApp.model.js";
import { invalidatePayApps } from "./payApp.queries.js";
import { channelCodes, channelKinds, PayAppId, type ChannelCode } from "./payChannel.codes.js";

/** Creates the two pay apps and their channels where missing; existing ones are not changed. */
export async function ensurePayApps(): Promise<void> {
  await ensureApp(PayAppId.mall, "mall", "Mall", config.MALL_NOTIFY_URL);
  await ensureApp(PayAppId.wallet, "wallet", "Wallet", config.WALLET_NOTIFY_URL);
  await reserveIdsUpTo("payApps", PayAppId.wallet);
  for (const appId of [PayAppId.mall, PayAppId.wallet])
    for (const code of channelCodes)
      // A wallet cannot be recharged from a wallet.
      if (code !== "wallet" || appId === PayAppId.mall) await ensureChannel(appId, code);
  invalidatePayApps();
}

/**
 * Enables channels that were created disabled and never updated since; a later updatedAt shows that an operator changed
 * one, which is then left as it is.
 */
export async function enableUntouchedChannels(codes: readonly ChannelCode[]): Promise<void> {
  const found = await PayChannelModel.find({ code: { $in: codes }, status: EnabledStatus.disabled }).lean<
    PayChannelDoc[]
  >();
  for (const { _id, createdAt, updatedAt } of found)
    if (createdAt.getTime() === updatedAt.getTime())
      await PayChannelModel.updateOne(
        { _id, status: EnabledStatus.disabled, updatedAt },
        { $set: { status: EnabledStatus.enabled } },
      );
  invalidatePayApps();
}

async function ensureApp(_id: number, key: string, name: string, notifyUrl: string): Promise<void> {
  const secretBox = encryptSecret(`whsec_${randomBytes(32).toString("base64")}`);
  if (await withDeleted(PayAppModel.exists({ _id }))) return;
  const urls = { orderNotifyUrl: notifyUrl, refundNotifyUrl: notifyUrl };
  await insertOnce(PayAppModel, { _id }, { key, name, status: EnabledStatus.enabled, ...urls, secretBox });
}

async function ensureChannel(appId: number, code: (typeof channelCodes)[number]): Promise<void> {
  if (await PayChannelModel.exists({ appId, code })) return;
  if (await PayAppModel.exists({ _id: appId, removedCodes: code })) return;
  const { feeRate } = channelKinds[code];
  const _id = await nextId("payChannels");
  await insertOnce(PayChannelModel, { appId, code }, { _id, status: EnabledStatus.enabled, feeRate });
}
