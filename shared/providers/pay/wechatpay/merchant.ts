import { config } from "#shared/kernel/config/config.js";

/** What the provider signs with: a certificate or a public key (PEM), named by its serial or PUB_KEY_ID_... */
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
  /** Entered by hand; null: the provider's certificates are fetched. */
  platformKey: PlatformKey | null;
  /** Keys that others took the place of, and that still open and verify what is under way. */
  older: readonly Pick<WechatpayMerchant, "appId" | "apiV3Key" | "platformKey">[];
}

/** Where the payer pays: each is an application of its own at the provider. */
export type WechatpayClient = "native" | "lite" | "pub" | "app";

/** The application of a kind of client; production gives each its own. */
function environmentAppId(client: WechatpayClient): string {
  const own = {
    native: config.WECHATPAY_APP_ID,
    lite: config.WECHATPAY_APP_ID_LITE,
    pub: config.WECHATPAY_APP_ID_PUB,
    app: config.WECHATPAY_APP_ID_APP,
  };
  return own[client] || config.WECHATPAY_APP_ID;
}

/** The one of the environment; read at each call. */
export function environmentMerchant(client: WechatpayClient = "native"): WechatpayMerchant {
  const appId = environmentAppId(client);
  const { WECHATPAY_APP_ID: shared, WECHATPAY_API_V3_KEY: apiV3Key } = config;
  return {
    baseUrl: config.WECHATPAY_BASE_URL,
    appId,
    mchId: config.WECHATPAY_MCH_ID,
    serial: config.WECHATPAY_MCH_SERIAL,
    privateKey: config.WECHATPAY_MCH_PRIVATE_KEY,
    apiV3Key,
    platformKey: null,
    // Payments that were opened before a client got an application of its own still come in.
    older: appId === shared ? [] : [{ appId: shared, apiV3Key, platformKey: null }],
  };
}

/** The provider key of a serial among those that were entered by hand. */
export function enteredKey(merchant: WechatpayMerchant, serial: string): string | undefined {
  return [merchant, ...merchant.older].find(({ platformKey }) => platformKey?.id === serial)?.platformKey?.pem;
}

/** Is it an application of the merchant: the one of today, or one that it took the place of? */
export const isOwnApplication = (merchant: WechatpayMerchant, appId: string): boolean =>
  [merchant, ...merchant.older].some((one) => one.appId === appId);
