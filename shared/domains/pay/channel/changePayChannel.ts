import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { errors } from "#shared/kernel/request/errors.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import type { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { ROTATION_MS } from "./changePayApp.js";
import { readChannelConfig, sealConfig, summaryOf, type ChannelConfig, type ConfigInput } from "./channelConfig.js";
import { configOf, environmentMerchantId, merchantIdOf } from "./channelMerchants.js";

import { payErrors } from "../pay.errors.js";
import { PayAppModel, PayChannelModel, type ChannelConfigRow, type PayChannelDoc } from "./payApp.model.js";
import { invalidatePayApps } from "./payApp.queries.js";
import { PayAttemptModel } from "../attempt/payAttempt.model.js";
import { channelKinds, PayAppId, type ChannelCode } from "./payChannel.codes.js";

export interface ChannelInput {
  appId: number;
  code: ChannelCode;
  status: EnabledStatus;
  /** Percent, at most four decimals. */
  feeRate: number;
  /** Null: the environment's; undefined, in an update: as it is. */
  config?: ConfigInput | null | undefined;
}

/** Creates a channel of an app; returns its id. Throws 1007000000, 1007001004, 400 for an invalid configuration. */
export async function createPayChannel({ appId, code, status, feeRate, config }: ChannelInput): Promise<number> {
  // A wallet cannot be recharged from a wallet.
  if (appId === PayAppId.wallet && code === "wallet")
    throw errors.BadInput({ field: "code", reason: "the wallet's app has no wallet channel" });
  const entered = config ? readChannelConfig(channelKinds[code].family, config, null) : null;
  const configs = entered ? [rowOf(entered, code)] : undefined;
  const _id = await nextId("payChannels");
  try {
    await inTransaction(async () => {
      const { matchedCount } = await PayAppModel.updateOne({ _id: appId }, { $pull: { removedCodes: code } });
      if (matchedCount === 0) throw payErrors.AppNotFound();
      if (await PayChannelModel.exists({ appId, code })) throw payErrors.ChannelExists();
      await PayChannelModel.create([{ _id, appId, code, status, feeRate, ...(configs ? { configs } : {}) }]);
      const after = { appId, code, status, feeRate, config: entered && summaryOf(entered) };
      await recordOperation({ module: "pay", action: "channel.create", bizId: _id, after });
    });
  } catch (error) {
    if (isDuplicateKey(error, "code")) throw payErrors.ChannelExists();
    throw error;
  }
  invalidatePayApps();
  return _id;
}

/**
 * Updates a channel, but not its app and code. Configuration fields that are not sent stay, so that a client may send
 * back the response of `get`, which has no keys. Payments under way continue: replaced keys of the same merchant stay
 * valid for 24 h, and a replaced merchant's payments are still queried and refunded. Throws 1007001000, 400.
 */
export async function updatePayChannel(channelId: number, input: ChannelInput): Promise<true> {
  return inTransaction(async () => {
    const before = await payChannelById(channelId);
    if (input.appId !== before.appId) throw errors.BadInput({ field: "appId", reason: "cannot be changed" });
    if (input.code !== before.code) throw errors.BadInput({ field: "code", reason: "cannot be changed" });
    const { status, feeRate, config } = input;
    const current = configOf(before);
    const entered =
      config === undefined ? current : config && readChannelConfig(channelKinds[before.code].family, config, current);
    await write(before, entered, { status, feeRate }, "channel.update");
    return true as const;
  });
}

/** Replaces the keys of the same merchant; the old ones stay valid for 24 h. Throws 1007001000, 400. */
export async function rotatePayChannelKey(channelId: number, keys: ConfigInput): Promise<true> {
  return inTransaction(async () => {
    const before = await payChannelById(channelId);
    const current = configOf(before);
    const hasKeys = current?.family === "payplat" || current?.mchId !== undefined;
    if (!current || !hasKeys)
      throw errors.BadInput({ field: "config", reason: "the channel uses the environment's keys" });
    const entered = readChannelConfig(current.family, keys, current);
    await write(before, entered, { status: before.status, feeRate: before.feeRate }, "channel.rotateKey");
    return true as const;
  });
}

/** Only a channel without any attempt can be deleted. Throws 1007001000, 1007001005. */
export async function deletePayChannel(channelId: number): Promise<true> {
  return inTransaction(async () => {
    const { appId, code, status, feeRate } = await payChannelById(channelId);
    const count = await PayAttemptModel.countDocuments({ channelId });
    if (count > 0) throw payErrors.ChannelInUse({ count });
    if (!(await deleteLogically(PayChannelModel, { _id: channelId }))) throw payErrors.ChannelNotFound();
    await PayAppModel.updateOne({ _id: appId }, { $addToSet: { removedCodes: code } });
    const before = { appId, code, status, feeRate };
    await recordOperation({ module: "pay", action: "channel.delete", bizId: channelId, before });
    invalidatePayApps();
    return true as const;
  });
}

async function write(
  before: PayChannelDoc,
  entered: ChannelConfig | null,
  set: Pick<PayChannelDoc, "status" | "feeRate">,
  action: string,
): Promise<void> {
  const { _id, updatedAt } = before;
  const configs = withConfig(before, entered);
  const { matchedCount } = await PayChannelModel.updateOne({ _id, updatedAt }, { $set: { ...set, configs } });
  if (matchedCount === 0) throw new LostRace(`pay channel ${_id}`);
  await recordOperation({
    module: "pay",
    action,
    bizId: _id,
    before: summary(before, configOf(before)),
    after: summary(set, entered),
  });
  invalidatePayApps();
}

const summary = ({ status, feeRate }: Pick<PayChannelDoc, "status" | "feeRate">, entered: ChannelConfig | null) => ({
  status,
  feeRate,
  config: entered && summaryOf(entered),
});

const rowOf = (entered: ChannelConfig | null, code: ChannelCode): ChannelConfigRow => ({
  merchantId: merchantIdOf(entered, channelKinds[code].family),
  box: entered && sealConfig(entered),
  until: null,
});

/** The configurations with the new one first; unchanged when it equals the current one. */
function withConfig(channel: PayChannelDoc, entered: ChannelConfig | null): ChannelConfigRow[] {
  const { code, configs = [] } = channel;
  if (JSON.stringify(entered) === JSON.stringify(configOf(channel))) return configs;
  const fresh = rowOf(entered, code);
  const environment = { merchantId: environmentMerchantId(channelKinds[code].family), box: null, until: null };
  const older = configs.length > 0 ? configs : [environment];
  const now = clock.now();
  return [
    fresh,
    ...older
      .map((row) =>
        row.merchantId === fresh.merchantId ? { ...row, until: row.until ?? clock.after(ROTATION_MS) } : row,
      )
      .filter(({ until }) => until === null || until > now),
  ];
}

/** Throws 1007001000. */
export async function payChannelById(channelId: number): Promise<PayChannelDoc> {
  const channel = await PayChannelModel.findById(channelId).lean<PayChannelDoc>();
  if (!channel) throw payErrors.ChannelNotFound();
  return channel;
}
