import { X509Certificate } from "node:crypto";
import { ChannelUnsure } from "../port.js";
import { Certificates } from "./answers.js";
import { readAnswer, send } from "./calls.js";
import type { ProviderCertificate } from "./certificateStore.js";
import { environmentMerchant, type WechatpayMerchant } from "./merchant.js";
import { isFresh, isSignedBy, openResource, providerSignature } from "./signature.js";

/**
 * Fetches the provider's certificates; for workers. They are authentic because the APIv3 key decrypts them; the signature
 * of the response is then checked with one of them.
 */
export async function downloadCertificates(
  merchant: WechatpayMerchant = environmentMerchant(),
): Promise<ProviderCertificate[]> {
  const answer = await send(merchant, "GET", "/v3/certificates");
  if (answer.status !== 200) throw new ChannelUnsure(`HTTP_${answer.status}`, "no certificates", true);
  const { data } = readAnswer(Certificates, answer.body);
  const certificates = data.map(({ serial_no, encrypt_certificate }) => {
    const pem = openCertificate(merchant, encrypt_certificate);
    return { serial: serial_no, pem, expireAt: new Date(new X509Certificate(pem).validTo) };
  });
  const given = providerSignature(answer.headers);
  const signer = certificates.find(({ serial }) => serial === given?.serial);
  if (!given || !signer || !isFresh(given) || !isSignedBy(signer.pem, given, answer.body))
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
