import { config } from "#shared/kernel/config/config.js";

/** Our application at Alipay's gateway, and the account that receives its payments. */
export interface AlipayMerchant {
  gatewayUrl: string;
  /** An operator entered the gateway's address, so calls are guarded like those to any entered address. */
  guarded: boolean;
  appId: string;
  privateKey: string;
  /** The provider's public key, PEM. */
  platformKey: string;
  /** The account in callbacks; null: not compared. */
  sellerId: string | null;
  /** Replaced provider keys, which still verify payments under way. */
  older: readonly { platformKey: string }[];
}

/** The merchant of the environment; read at each call. */
export const environmentMerchant = (): AlipayMerchant => ({
  gatewayUrl: config.ALIPAY_BASE_URL,
  guarded: false,
  appId: config.ALIPAY_APP_ID,
  privateKey: config.ALIPAY_PRIVATE_KEY,
  platformKey: config.ALIPAY_PUBLIC_KEY,
  sellerId: config.ALIPAY_SELLER_ID || null,
  older: [],
});
