/** The merchants: the environment's, and those that the control added. */
import { randomBytes } from "node:crypto";
import { certificateSerial, digits, LETTERS_AND_DIGITS, pem, randomFrom, rsaKeyPair } from "../keys.js";
import type { WechatpayKeys } from "../keyTypes.js";
import type { Shelf } from "../journal.js";

export interface WechatpayMerchant {
  mchId: string;
  /** The applications through which it accepts payments. */
  appIds: string[];
  /** Its API certificates: several during a rotation. */
  certificates: { serial: string; publicKey: string }[];
  apiV3Key: string;
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

  /** Adds a merchant, or another certificate and APIv3 key to an added one. Returns what its owner enters. */
  async add(mchId?: string): Promise<Record<string, string>> {
    const { privateKey, publicKey } = await rsaKeyPair();
    const known = mchId === undefined ? undefined : this.#shelf.get(mchId);
    const certificate = { serial: certificateSerial(), publicKey: pem(publicKey, "spki") };
    const merchant: WechatpayMerchant = {
      mchId: known?.mchId ?? mchId ?? `1900${digits(6)}`,
      appIds: known?.appIds ?? [`wx${randomBytes(8).toString("hex")}`],
      certificates: [certificate, ...(known?.certificates ?? [])],
      apiV3Key: randomFrom(LETTERS_AND_DIGITS, 32),
    };
    this.#shelf.put(merchant.mchId, merchant);
    return {
      appId: merchant.appIds[0] ?? "",
      mchId: merchant.mchId,
      certSerialNo: certificate.serial,
      privateKey: pem(privateKey, "pkcs8"),
      apiV3Key: merchant.apiV3Key,
    };
  }
}
