import type { CertificateStore } from "#shared/providers/pay/wechatpay/certificateStore.js";
import { environmentMerchant } from "#shared/providers/pay/wechatpay/merchant.js";
import { clock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { ChannelCertificateModel, type ChannelCertificateDoc } from "./channelCertificate.model.js";

/** Cached per process, so that a callback does not cost a read each time. */
const cache = new Map<string, { pem: string; until: number }>();
const CACHED_MS = minutes(10);

/**
 * The provider's certificates in MongoDB: workers fetch and write them, every process reads them. Each merchant has its
 * own, as certificates fetched with one merchant's APIv3 key prove nothing for another's callbacks.
 */
export function certificateStoreOf(mchId: string): CertificateStore {
  const rowId = (serial: string): string => (mchId === environmentMerchant().mchId ? serial : `${mchId}/${serial}`);
  return {
    async find(serial) {
      const _id = rowId(serial);
      const kept = cache.get(_id);
      if (kept && kept.until > clock.ms()) return kept.pem;
      const row = await ChannelCertificateModel.findById(_id).lean<ChannelCertificateDoc>();
      if (!row || row.expireAt <= clock.now()) return undefined;
      cache.set(_id, { pem: row.pem, until: clock.ms() + CACHED_MS });
      return row.pem;
    },
    async keep(certificates) {
      for (const { serial, pem, expireAt } of certificates)
        await ChannelCertificateModel.updateOne(
          { _id: rowId(serial) },
          { $set: { family: "wechatpay", pem, expireAt, fetchedAt: clock.now() } },
          { upsert: true },
        );
    },
  };
}

const FRESH_MS = seconds(60);
/** Limits the fetches that callbacks with unknown serials cause. */
export async function certificatesAreFresh(): Promise<boolean> {
  const since = new Date(clock.ms() - FRESH_MS);
  return (await ChannelCertificateModel.exists({ fetchedAt: { $gt: since } })) !== null;
}
