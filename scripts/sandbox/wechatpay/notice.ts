/** Callbacks of the payment API v3: encrypted with the merchant's key, signed with the provider's. */
import { type KeyObject, randomBytes, randomUUID } from "node:crypto";
import { beijingTime } from "../beijingTime.js";
import type { Callback } from "../callbackSender.js";
import { answerMessage, sealResource, signMessage } from "./signature.js";

export interface ProviderSigner {
  serial: string;
  privateKey: KeyObject;
  now: () => number;
}

/** Twelve characters, the nonce length of AES-GCM. */
export const gcmNonce = (): string => randomBytes(6).toString("hex");

/**
 * The four headers (and the algorithm) over a response or a callback.
 * @param forged signs other bytes, so that the signature is well-formed and wrong
 */
export function signedHeaders(signer: ProviderSigner, body: string, forged = false): Record<string, string> {
  const timestamp = String(Math.floor(signer.now() / 1_000));
  const nonce = randomBytes(16).toString("hex").toUpperCase();
  const message = answerMessage({ timestamp, nonce, body: forged ? `${body} ` : body });
  return {
    "Wechatpay-Timestamp": timestamp,
    "Wechatpay-Nonce": nonce,
    "Wechatpay-Signature": signMessage(message, signer.privateKey),
    "Wechatpay-Serial": signer.serial,
    "Wechatpay-Signature-Type": "WECHATPAY2-SHA256-RSA2048",
  };
}

/** A signature that must be refused: now and then the provider tries whether it is. */
function probeHeaders(signer: ProviderSigner, body: string): Record<string, string> {
  const headers = signedHeaders(signer, body, true);
  return { ...headers, "Wechatpay-Signature": `WECHATPAY/SIGNTEST/${headers["Wechatpay-Signature"]}` };
}

export interface Notice {
  eventType: "TRANSACTION.SUCCESS" | "REFUND.SUCCESS" | "REFUND.ABNORMAL" | "REFUND.CLOSED";
  summary: string;
  /** Both the resource's type and its associated data. */
  original: "transaction" | "refund";
  content: Record<string, unknown>;
}

/** The body of a callback: {id, create_time, resource_type, event_type, summary, resource}. */
function noticeBody(notice: Notice, apiV3Key: string, at: number): string {
  const nonce = gcmNonce();
  return JSON.stringify({
    id: randomUUID(),
    create_time: beijingTime(at),
    resource_type: "encrypt-resource",
    event_type: notice.eventType,
    summary: notice.summary,
    resource: {
      original_type: notice.original,
      algorithm: "AEAD_AES_256_GCM",
      ciphertext: sealResource({
        key: apiV3Key,
        nonce,
        associatedData: notice.original,
        plaintext: JSON.stringify(notice.content),
      }),
      associated_data: notice.original,
      nonce,
    },
  });
}

/** A callback that can be sent several times: the body (and so its id) stays, each sending gets a new signature. */
export function noticeCallback(
  notice: Notice,
  to: { url: string; subject: string },
  by: { signer: ProviderSigner; apiV3Key: string; forged?: boolean; probe?: boolean },
): Callback {
  const body = noticeBody(notice, by.apiV3Key, by.signer.now());
  return {
    platform: "wechatpay",
    subject: to.subject,
    url: to.url,
    body,
    headers: () => (by.probe ? probeHeaders(by.signer, body) : signedHeaders(by.signer, body, by.forged)),
    accepted: (status) => status === 200 || status === 204,
    resend: !by.forged && !by.probe,
  };
}
