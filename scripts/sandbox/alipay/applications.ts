/** The applications at the gateway: the environment's, and those that the control added. */
import { digits, pem, rsaKeyPair } from "../keys.js";
import type { AlipayKeys } from "../keyTypes.js";
import type { Shelf } from "../journal.js";

export interface AlipayApplication {
  appId: string;
  /** The account that receives its payments. */
  sellerId: string;
  /** Its public keys: the newest, and those it replaced. */
  publicKeys: string[];
}

export class AlipayApplications {
  readonly #shelf: Shelf<AlipayApplication>;
  readonly #own: AlipayApplication;
  readonly #providerPublicKey: string;

  constructor(shelf: Shelf<AlipayApplication>, keys: AlipayKeys) {
    this.#shelf = shelf;
    this.#own = { appId: keys.appId, sellerId: keys.sellerId, publicKeys: [keys.appPublicKey] };
    this.#providerPublicKey = keys.platformPublicKey;
  }

  /** The environment's application. */
  get own(): AlipayApplication {
    return this.#own;
  }

  find(appId: string): AlipayApplication | undefined {
    return appId === this.#own.appId ? this.#own : this.#shelf.get(appId);
  }

  /** Adds an application, or another key to an added one. Returns what its owner enters. */
  async add(appId?: string): Promise<Record<string, string>> {
    const { privateKey, publicKey } = await rsaKeyPair();
    const known = appId === undefined ? undefined : this.#shelf.get(appId);
    const application: AlipayApplication = {
      appId: known?.appId ?? appId ?? `2021${digits(12)}`,
      sellerId: known?.sellerId ?? `2088${digits(12)}`,
      publicKeys: [pem(publicKey, "spki"), ...(known?.publicKeys ?? [])],
    };
    this.#shelf.put(application.appId, application);
    return {
      appId: application.appId,
      privateKey: pem(privateKey, "pkcs8"),
      alipayPublicKey: this.#providerPublicKey,
      sellerId: application.sellerId,
    };
  }
}
