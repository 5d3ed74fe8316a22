import { defineCache } from "#shared/kernel/redis/cache.js";
import { errors } from "#shared/kernel/request/errors.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { decryptSecret } from "#shared/kernel/security/sealed.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { missingProvider } from "./channelMerchants.js";
import { payErrors } from "../pay.errors.js";
import { PayAppModel, PayChannelModel, type PayAppDoc, type PayChannelDoc } from "./payApp.model.js";
import { type ChannelCode, channelCodes, channelKinds } from "./payChannel.codes.js";

const settings = { ttlMs: seconds(5), max: 100, isSetting: true };
const apps = defineCache<PayAppDoc | null>("payApps", settings);
const channels = defineCache<PayChannelDoc | null>("payChannels", settings);

/** Must be called after each change of an app or a channel. */
export function invalidatePayApps(): void {
  apps.invalidate();
  channels.invalidate();
}

const knownApp = (appId: number): Promise<PayAppDoc | null> =>
  apps.read(String(appId), () => PayAppModel.findById(appId).lean<PayAppDoc>().exec());

/** Gets an enabled app. Throws 1007000000, 1007000002. */
export async function enabledApp(appId: number): Promise<PayAppDoc> {
  const app = await knownApp(appId);
  if (!app) throw payErrors.AppNotFound();
  if (app.status !== EnabledStatus.enabled) throw payErrors.AppDisabled();
  return app;
}

/** Gets an enabled channel of an app. Throws 1007001000, 1007001001; NotOffered while its provider is off. */
export async function enabledChannel(appId: number, code: ChannelCode): Promise<PayChannelDoc> {
  const channel = await channels.read(`${appId} ${code}`, () =>
    PayChannelModel.findOne({ appId, code }).lean<PayChannelDoc>().exec(),
  );
  if (!channel) throw payErrors.ChannelNotFound();
  if (channel.status !== EnabledStatus.enabled) throw payErrors.ChannelDisabled();
  const provider = missingProvider(channel);
  if (provider) throw errors.NotOffered({ provider });
  return channel;
}

/** Finds a payment's channel, a deleted one too, as its payments are still queried. */
export async function findChannel(channelId: number): Promise<PayChannelDoc | null> {
  return channels.read(String(channelId), () =>
    withDeleted(PayChannelModel.findById(channelId)).lean<PayChannelDoc>().exec(),
  );
}

/** The codes that clients may offer (rules: Payment), in the documented order. */
export async function enabledChannelCodes(appId: number): Promise<ChannelCode[]> {
  return (await enabledChannels(appId)).filter((code) => channelKinds[code].listed);
}

/** All codes that submit accepts, unlisted ones too. Throws 1007000000, 1007000002. */
export async function enabledChannels(appId: number): Promise<ChannelCode[]> {
  await enabledApp(appId);
  const ofApp = await PayChannelModel.find({ appId, status: EnabledStatus.enabled }).lean<PayChannelDoc[]>();
  const enabled = new Set(ofApp.filter((channel) => !missingProvider(channel)).map((channel) => channel.code));
  return channelCodes.filter((code) => enabled.has(code));
}

/** The secrets that sign deliveries: the app's current one, then those replaced within the last 24 h. */
export async function signingSecrets(appId: number): Promise<string[]> {
  const app = await knownApp(appId);
  if (!app) throw payErrors.AppNotFound();
  const { secretBox, olderSecrets = [] } = app;
  const now = clock.now();
  return [
    decryptSecret(secretBox),
    ...olderSecrets.filter(({ until }) => until > now).map(({ box }) => decryptSecret(box)),
  ];
}

/** An app with its signing secret in clear text, for permitted operators. */
export async function payAppWithSecret(appId: number): Promise<PayAppDoc & { secret: string }> {
  const app = await PayAppModel.findById(appId).lean<PayAppDoc>();
  if (!app) throw payErrors.AppNotFound();
  return { ...app, secret: decryptSecret(app.secretBox) };
}
