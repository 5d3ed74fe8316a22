/** The merchants: the environment's, and those that the control added. */
import { randomBytes } from "node:crypto";
import { certificateSerial, digits, LETTERS_AND_DIGITS, pem, randomFrom, rsaKeyPair } from "../keys.js";
import type { WechatpayKeys } from "../keyTypes.js";
import type { Shelf } from "../journal.js";
import type { VerifiedBy } from "../pay/channel.js";

export interface WechatpayMerchant {
  mchId: string;
  /** The applications through which it accepts payments. */
  appIds: string[];
  /** Its API certificates: several during a rotation. */
  certificates: { serial: string; publicKey: string }[];
  apiV3Key: string;
  /** Its public key of the provider: of a merchant that has no platform certificates, or moves from them. */
  platform?: { id: string; privateKey: string; publicKey: string };
  /** Missing: it has platform certificates. */
  hasNoCertificates?: boolean;
}

export class WechatpayMerchants {
  readonly #shelf: Shelf<WechatpayMerchant>;
  readonly #own: WechatpayMerchant;

  /** @param boundAppIds other applications bound to the environment's merchant: mini-program, official account */
  constructor(shelf: Shelf<WechatpayMerchant>, keys: WechatpayKeys, boundAppIds: readonly string[]) {
    this.#shelf = shelf;
    this.#own = {
      mchId: keys.mchId,
      appIds: [keys.appId, ...boundAppIds],
      certificates: [{ serial: keys.merchantSerial, publicKey: keys.merchantPublicKey }],
      apiV3Key: keys.apiV3Key,
    };
  }

  find(mchId: string): WechatpayMerchant | undefined {
    return mchId === this.#own.mchId ? this.#own : this.#shelf.get(mchId);
  }

  /**
   * Adds a merchant, or another certificate and APIv3 key to an added one. `verifiedBy`: what verifies the provider's
   * signatures. Returns what its owner enters.
   */
  async add(mchId?: string, verifiedBy: VerifiedBy = "certificates"): Promise<Record<string, string>> {
    const { privateKey, publicKey } = await rsaKeyPair();
    const known = mchId === undefined ? undefined : this.#shelf.get(mchId);
    const certificate = { serial: certificateSerial(), publicKey: pem(publicKey, "spki") };
    const merchant: WechatpayMerchant = {
      mchId: known?.mchId ?? mchId ?? `1900${digits(6)}`,
      appIds: known?.appIds ?? [`wx${randomBytes(8).toString("hex")}`],
      certificates: [certificate, ...(known?.certificates ?? [])],
      apiV3Key: randomFrom(LETTERS_AND_DIGITS, 32),
      ...(verifiedBy === "certificates" ? {} : { platform: known?.platform ?? (await newPlatformKey()) }),
      ...(verifiedBy === "publicKey" ? { hasNoCertificates: true } : {}),
    };
    this.#shelf.put(merchant.mchId, merchant);
    return {
      appId: merchant.appIds[0] ?? "",
      mchId: merchant.mchId,
      certSerialNo: certificate.serial,
      privateKey: pem(privateKey, "pkcs8"),
      apiV3Key: merchant.apiV3Key,
      ...(merchant.platform ? { publicKeyId: merchant.platform.id, publicKey: merchant.platform.publicKey } : {}),
    };
  }
}

async function newPlatformKey(): Promise<NonNullable<WechatpayMerchant["platform"]>> {
  const { privateKey, publicKey } = await rsaKeyPair();
  const id = `PUB_KEY_ID_01${digits(28)}`;
  return { id, privateKey: pem(privateKey, "pkcs8"), publicKey: pem(publicKey, "spki") };
}
