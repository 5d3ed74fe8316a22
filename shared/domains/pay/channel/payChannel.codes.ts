/** The two apps that every shop has (rules: Payment). */
export const PayAppId = { mall: 1, wallet: 8 } as const;
export type PayAppId = (typeof PayAppId)[keyof typeof PayAppId];

/** Every channel code that submit accepts (rules: Payment). */
export const channelCodes = [
  "wallet",
  "social_lite",
  "social_app",
  "social_native",
  "social_pub",
  "payplat_app",
  "payplat_pc",
] as const;
export type ChannelCode = (typeof channelCodes)[number];

export const displayModes = ["url", "iframe", "form", "qr_code", "qr_code_url", "bar_code", "app"] as const;
export type DisplayMode = (typeof displayModes)[number];

/** The provider of a channel; the wallet is our own. */
export type ChannelFamily = "wechatpay" | "payplat" | "wallet";

interface ChannelKind {
  family: ChannelFamily;
  modes: readonly DisplayMode[];
  needsOpenid: boolean;
  /** In the list of enabled channels for clients (rules: Payment). */
  listed: boolean;
  /** Percent of the amount that the provider keeps. */
  feeRate: number;
  en: string;
  zh: string;
}

const social = { family: "wechatpay", needsOpenid: false, feeRate: 0.6 } as const;
const payplat = { family: "payplat", needsOpenid: false, feeRate: 0.6 } as const;

export const channelKinds: Readonly<Record<ChannelCode, ChannelKind>> = {
  wallet: {
    family: "wallet",
    modes: displayModes,
    needsOpenid: false,
    listed: true,
    feeRate: 0,
    en: "Wallet",
    zh: "钱包支付",
  },
  social_lite: { ...social, modes: ["app"], needsOpenid: true, listed: true, en: "Mini-program pay", zh: "小程序支付" },
  social_app: { ...social, modes: ["app"], listed: true, en: "App pay", zh: "App 支付" },
  social_native: { ...social, modes: ["qr_code", "qr_code_url"], listed: false, en: "QR code pay", zh: "扫码支付" },
  social_pub: {
    ...social,
    modes: ["app"],
    needsOpenid: true,
    listed: false,
    en: "Official account pay",
    zh: "公众号支付",
  },
  payplat_app: { ...payplat, modes: ["app"], listed: true, en: "Third-party app pay", zh: "第三方 App 支付" },
  payplat_pc: { ...payplat, modes: ["form", "url"], listed: false, en: "Third-party web pay", zh: "第三方网站支付" },
};
