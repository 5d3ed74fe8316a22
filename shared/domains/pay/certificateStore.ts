import { downloadCertificates, type CertificateStore } from "#shared/integrations/wechatpay/index.js";
import { clock, minutes, seconds } from "#shared/platform/clock.js";
import { ChannelCertificateModel, type ChannelCertificateDoc } from "./channelCertificate.model.js";

/** Found ones, kept by this process for a while: a callback should not cost a read each time. */
const cache = new Map<string, { pem: string; until: number }>();
const CACHED_MS = minutes(10);

/** The platform's certificates in MongoDB: workers fetch and write them, every process reads them. */
export const certificateStore: CertificateStore = {
  async find(serial) {
    const kept = cache.get(serial);
    if (kept && kept.until > clock.ms()) return kept.pem;
    const row = await ChannelCertificateModel.findById(serial).lean<ChannelCertificateDoc>();
    if (!row || row.expireAt <= clock.now()) return undefined;
    cache.set(serial, { pem: row.pem, until: clock.ms() + CACHED_MS });
    return row.pem;
  },
  async keep(certificates) {
    for (const { serial, pem, expireAt } of certificates)
      await ChannelCertificateModel.updateOne(
        { _id: serial },
        { $set: { family: "wechatpay", pem, expireAt, fetchedAt: clock.now() } },
        { upsert: true },
      );
  },
};

/** Fetches what the platform signs with now. For workers: by schedule, and when a callback named an unknown one. */
export async function refreshCertificates(): Promise<void> {
  await certificateStore.keep(await downloadCertificates());
}

const FRESH_MS = seconds(60);
/** Fetched a moment ago: a serial that is not among them is no reason to fetch again, whoever names it. */
export async function certificatesAreFresh(): Promise<boolean> {
  const since = new Date(clock.ms() - FRESH_MS);
  return (await ChannelCertificateModel.exists({ fetchedAt: { $gt: since } })) !== null;
}
