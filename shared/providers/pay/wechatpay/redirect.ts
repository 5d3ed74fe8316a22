import { constants, publicEncrypt } from "node:crypto";
import { publicKeyOf } from "../rsaKey.js";
import type { ChannelRefund, RedirectRequest } from "../port.js";
import { Refund } from "./answers.js";
import { callWechatpay, readAnswer, type ProviderKeyFor } from "./calls.js";
import { downloadCertificates } from "./certificates.js";
import type { CertificateStore } from "./certificateStore.js";
import type { ProviderKey, WechatpayMerchant } from "./merchant.js";
import { refundOf } from "./states.js";

/** Has an abnormal refund paid to a bank account of the payer, or back to the merchant's. */
export async function redirectRefund(
  merchant: WechatpayMerchant,
  { no, channelRefundNo, target }: RedirectRequest,
  { store, providerKeyFor }: { store: CertificateStore; providerKeyFor: ProviderKeyFor },
): Promise<ChannelRefund> {
  const path = `/v3/refund/domestic/refunds/${encodeURIComponent(channelRefundNo)}/apply-abnormal-refund`;
  const key = target.to === "payer" ? (merchant.platformKey ?? (await newestKey(merchant, store))) : undefined;
  const body = { out_refund_no: no, type: key ? "USER_BANK_CARD" : "MERCHANT_BANK_CARD" };
  const account =
    key && target.to === "payer"
      ? {
          bank_type: target.bankType,
          bank_account: encrypted(key, target.bankAccount),
          real_name: encrypted(key, target.realName),
        }
      : {};
  const answer = await callWechatpay(merchant, "POST", path, { ...body, ...account }, providerKeyFor, key?.id);
  return refundOf(readAnswer(Refund, answer));
}

/** The provider decrypts with the certificate that the request names: the one that is valid longest. */
async function newestKey(merchant: WechatpayMerchant, store: CertificateStore): Promise<ProviderKey> {
  const certificates = await downloadCertificates(merchant);
  await store.keep(certificates);
  const { serial: id, pem } = certificates.reduce((best, one) => (one.expireAt > best.expireAt ? one : best));
  return { id, pem };
}

const encrypted = ({ pem }: ProviderKey, text: string): string =>
  publicEncrypt({ key: publicKeyOf(pem), padding: constants.RSA_PKCS1_OAEP_PADDING }, Buffer.from(text)).toString(
    "base64",
  );
