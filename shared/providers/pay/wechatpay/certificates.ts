import { X509Certificate } from "node:crypto";
import { ChannelUnsure } from "../port.js";
import { Certificates } from "./answers.js";
import { readAnswer, send } from "./calls.js";
import type { PlatformCertificate } from "./certificateStore.js";
import { environmentMerchant, type WechatpayMerchant } from "./merchant.js";
import { isFresh, isSignedBy, openResource, platformSignature } from "./signature.js";

/**
 * Fetches the provider's certificates. Only a worker calls this. What vouches for them is the APIv3 key that sealed
 * them; the answer's own signature is then checked with one of them.
 */
export async function downloadCertificates(
  merchant: WechatpayMerchant = environmentMerchant(),
): Promise<PlatformCertificate[]> {
  const answer = await send(merchant, "GET", "/v3/certificates");
  if (answer.status !== 200) throw new ChannelUnsure(`HTTP_${answer.status}`, "no certificates", true);
  const { data } = readAnswer(Certificates, answer.body);
  const certificates = data.map(({ serial_no, encrypt_certificate }) => {
    const pem = openCertificate(merchant, encrypt_certificate);
    return { serial: serial_no, pem, expireAt: new Date(new X509Certificate(pem).validTo) };
  });
  const given = platformSignature(answer.headers);
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
