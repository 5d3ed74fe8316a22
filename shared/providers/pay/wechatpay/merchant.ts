import { config } from "#shared/kernel/config/config.js";

/** The provider's key for signatures: a certificate or a public key (PEM), named by its serial or PUB_KEY_ID_... */
export interface ProviderKey {
  id: string;
  pem: string;
}

/** A merchant at WeChat Pay v3, with the application of its payments. */
export interface WechatpayMerchant {
  baseUrl: string;
  appId: string;
  mchId: string;
  /** The serial of the certificate to which the private key belongs. */
  serial: string;
  privateKey: string;
  apiV3Key: string;
  /** The provider's public key, or a certificate that an operator entered; null: its certificates are fetched. */
  platformKey: ProviderKey | null;
  /** Replaced keys, which still decrypt and verify payments under way. */
  older: readonly Pick<WechatpayMerchant, "appId" | "apiV3Key" | "platformKey">[];
}

/** The client on which the payer pays; each is a separate application at the provider. */
export type WechatpayClient = "native" | "lite" | "pub" | "app";

/** The application of a kind of client; in production each has its own. */
function environmentAppId(client: WechatpayClient): string {
  const own = {
    native: config.WECHATPAY_APP_ID,
    lite: config.WECHATPAY_APP_ID_LITE,
    pub: config.WECHATPAY_APP_ID_PUB,
    app: config.WECHATPAY_APP_ID_APP,
  };
  return own[client] || config.WECHATPAY_APP_ID;
}

function environmentKey(): ProviderKey | null {
  const { WECHATPAY_PUBLIC_KEY_ID: id, WECHATPAY_PUBLIC_KEY: key } = config;
  return id !== "" && key !== "" ? { id, pem: key } : null;
}

/** The merchant of the environment; read at each call. */
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
    platformKey: environmentKey(),
    // Callbacks of payments that began before a client got an application of its own still arrive.
    older: appId === shared ? [] : [{ appId: shared, apiV3Key, platformKey: null }],
  };
}

/** The provider's key of a serial among those that were entered. */
export function enteredKey(merchant: WechatpayMerchant, serial: string): string | undefined {
  return [merchant, ...merchant.older].find(({ platformKey }) => platformKey?.id === serial)?.platformKey?.pem;
}

/** Whether it is an application of the merchant: the current one or a replaced one. */
export const isOwnApplication = (merchant: WechatpayMerchant, appId: string): boolean =>
  [merchant, ...merchant.older].some((one) => one.appId === appId);
