import { X509Certificate } from "node:crypto";
import { ChannelUnsure } from "../port.js";
import { Certificates } from "./answers.js";
import { readAnswer, send } from "./calls.js";
import type { ProviderCertificate } from "./certificateStore.js";
import { enteredKey, environmentMerchant, type WechatpayMerchant } from "./merchant.js";
import { isFresh, isSignedBy, openResource, providerSignature } from "./signature.js";

/** All merchants since the end of 2024 have none, and a public key of the provider instead. */
export const NO_CERTIFICATES = "NO_CERTIFICATES";

/**
 * Fetches the provider's certificates; for workers. They are authentic because the APIv3 key decrypts them; the signature
 * of the response is then checked with one of them, or with the public key that was entered.
 */
export async function downloadCertificates(
  merchant: WechatpayMerchant = environmentMerchant(),
): Promise<ProviderCertificate[]> {
  const answer = await send(merchant, "GET", "/v3/certificates");
  if (answer.status === 404)
    throw new ChannelUnsure(NO_CERTIFICATES, "the merchant has none: enter the provider's public key", true);
  if (answer.status !== 200) throw new ChannelUnsure(`HTTP_${answer.status}`, "no certificates", true);
  const { data } = readAnswer(Certificates, answer.body);
  const certificates = data.map(({ serial_no, encrypt_certificate }) => {
    const pem = openCertificate(merchant, encrypt_certificate);
    return { serial: serial_no, pem, expireAt: new Date(new X509Certificate(pem).validTo) };
  });
  const given = providerSignature(answer.headers);
  // The provider signs with the key that the request names: of a merchant that moves, the public key.
  const signer =
    given && (enteredKey(merchant, given.serial) ?? certificates.find(({ serial }) => serial === given.serial)?.pem);
  if (!given || !signer || !isFresh(given) || !isSignedBy(signer, given, answer.body))
    throw new ChannelUnsure("BAD_SIGNATURE", "the certificates' signature does not hold", true);
  return certificates;
}

function openCertificate(merchant: WechatpayMerchant, sealed: Parameters<typeof openResource>[1]): string {
  try {
    return openResource(merchant, sealed);
  } catch {
    throw new ChannelUnsure("WRONG_API_V3_KEY", "the certificates do not open with the APIv3 key", true);
  }
}
