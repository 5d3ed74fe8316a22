import { config } from "#shared/platform/config.js";

/** What the platform signs with: a certificate or a public key (PEM), named by its serial or PUB_KEY_ID_... */
export interface PlatformKey {
  id: string;
  pem: string;
}

/** A merchant at WeChat Pay v3, with one application through which its payments are opened. */
export interface WechatpayMerchant {
  baseUrl: string;
  appId: string;
  mchId: string;
  /** Of the certificate to which the private key belongs. */
  serial: string;
  privateKey: string;
  apiV3Key: string;
  /** Entered by hand; null: the platform's certificates are fetched. */
  platformKey: PlatformKey | null;
  /** Keys that others took the place of, and that still open and verify what is under way. */
  older: readonly { apiV3Key: string; platformKey: PlatformKey | null }[];
}

/** The one of the environment; read at each call. */
export const environmentMerchant = (): WechatpayMerchant => ({
  baseUrl: config.WECHATPAY_BASE_URL,
  appId: config.WECHATPAY_APP_ID,
  mchId: config.WECHATPAY_MCH_ID,
  serial: config.WECHATPAY_MCH_SERIAL,
  privateKey: config.WECHATPAY_MCH_PRIVATE_KEY,
  apiV3Key: config.WECHATPAY_API_V3_KEY,
  platformKey: null,
  older: [],
});

/** The platform key of a serial among those that were entered by hand. */
export function enteredKey(merchant: WechatpayMerchant, serial: string): string | undefined {
  return [merchant, ...merchant.older].find(({ platformKey }) => platformKey?.id === serial)?.platformKey?.pem;
}
