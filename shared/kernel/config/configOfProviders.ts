import { z } from "zod";
import { list, pem, url } from "./configFields.js";
import { providerNames } from "./providerGroups.js";

/** The providers: their addresses, and our keys there. Without keys a provider is off (providerGroups.ts). */
export const providerFields = {
  /** Providers that are off though their keys are set, comma-separated: names as at boot and in infra/config. */
  PROVIDERS_OFF: list.pipe(z.array(z.enum(providerNames))),
  /** The address of the sandbox; refused in production. */
  SANDBOX_URL: url.optional(),
  /** Tencent Cloud SMS. */
  SMS_BASE_URL: url.default("https://sms.tencentcloudapi.com"),
  SMS_SECRET_ID: z.string().default(""),
  SMS_SECRET_KEY: z.string().default(""),
  SMS_SDK_APP_ID: z.string().default(""),
  SMS_SIGN_NAME: z.string().default(""),
  SMS_TEMPLATE_LOGIN: z.string().default(""),
  SMS_TEMPLATE_UPDATE_MOBILE: z.string().default(""),
  SMS_TEMPLATE_UPDATE_PASSWORD: z.string().default(""),
  SMS_TEMPLATE_RESET_PASSWORD: z.string().default(""),
  /** The message to the old number that an account has a new one; its one parameter is the minute of the change. */
  SMS_TEMPLATE_MOBILE_CHANGED: z.string().default(""),
  SMS_TEMPLATE_ACCOUNTS_MERGED: z.string().default(""),
  /** A captcha in the siteverify protocol, such as Turnstile, hCaptcha or reCAPTCHA; used with PROOF_BY=captcha. */
  CAPTCHA_BASE_URL: url.default("https://challenges.cloudflare.com/turnstile/v0"),
  CAPTCHA_SITE_KEY: z.string().default(""),
  CAPTCHA_SECRET: z.string().default(""),
  /**
   * The mail server: smtp://user:password@host:587 (in production with STARTTLS) or smtps://, and the sender of our mails,
   * "Name <shop@example.com>" or the address alone.
   */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/\s]+\/?$/, "must be smtp://user:password@host:port or smtps://")
    .default(""),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\r\n]*<)?[^<>\s@]+@[^<>\s@]+>?$/, "must be an address, or Name <address>")
    .default(""),
  /** The operators who get the messages of the website's visitors by mail, comma-separated. */
  OPERATORS_MAIL: list.pipe(z.array(z.email("must be addresses, comma-separated"))),
  /** WeChat Pay v3. */
  WECHATPAY_BASE_URL: url.default("https://api.mch.weixin.qq.com"),
  WECHATPAY_MCH_ID: z.string().default(""),
  WECHATPAY_APP_ID: z.string().default(""),
  /**
   * The applications for payments from a mini-program, an official account and an app: the ones that people sign in to, as
   * a payer's openid belongs to one application. Default: WECHATPAY_APP_ID; production requires each whose social
   * application is on.
   */
  WECHATPAY_APP_ID_LITE: z.string().default(""),
  WECHATPAY_APP_ID_PUB: z.string().default(""),
  WECHATPAY_APP_ID_APP: z.string().default(""),
  WECHATPAY_MCH_SERIAL: z.string().default(""),
  WECHATPAY_MCH_PRIVATE_KEY: pem,
  WECHATPAY_API_V3_KEY: z.string().default(""),
  /** The provider's public key and its id, for a merchant without platform certificates, or one that moves to it. */
  WECHATPAY_PUBLIC_KEY_ID: z.string().default(""),
  WECHATPAY_PUBLIC_KEY: pem,
  /** Alipay: its gateway, our application with its RSA2 key, and the provider's public key. */
  ALIPAY_BASE_URL: url.default("https://openapi.alipay.com/gateway.do"),
  ALIPAY_APP_ID: z.string().default(""),
  ALIPAY_PRIVATE_KEY: pem,
  ALIPAY_PUBLIC_KEY: pem,
  /** The account (2088...) that receives the payments; if set, notifications for another one are refused. */
  ALIPAY_SELLER_ID: z.string().default(""),
  /**
   * Tracking providers, the preferred first. If its keys are set, the next one is queried for a parcel that the one before
   * refuses, such as one of an unknown delivery company. Production requires the keys of each one named here. Default:
   * kuaidi100,kdniao, as far as their keys are set.
   */
  EXPRESS_PROVIDERS: list.pipe(z.array(z.enum(["kuaidi100", "kdniao"]))),
  /** kuaidi100: parcel tracks by query, subscription and push. The salt signs pushes. */
  KUAIDI100_BASE_URL: url.default("https://poll.kuaidi100.com"),
  KUAIDI100_CUSTOMER: z.string().default(""),
  KUAIDI100_KEY: z.string().default(""),
  KUAIDI100_SALT: z.string().default(""),
  /** kdniao: the same by another provider. Queries are of type 1002, or 8001 for paying customers. */
  KDNIAO_BASE_URL: url.default("https://api.kdniao.com"),
  KDNIAO_BUSINESS_ID: z.string().default(""),
  KDNIAO_API_KEY: z.string().default(""),
  KDNIAO_REQUEST_TYPE: z.enum(["1002", "8001"]).default("1002"),
  /** The WeChat Open Platform: its API, and the page where people agree to a sign-in. */
  SOCIAL_BASE_URL: url.default("https://api.weixin.qq.com"),
  SOCIAL_OPEN_URL: url.default("https://open.weixin.qq.com"),
  /** Our applications there: mini-program (34), official account (31), website (32), app (30). */
  SOCIAL_MINI_APP_ID: z.string().default(""),
  SOCIAL_MINI_SECRET: z.string().default(""),
  SOCIAL_OFFICIAL_APP_ID: z.string().default(""),
  SOCIAL_OFFICIAL_SECRET: z.string().default(""),
  SOCIAL_WEBSITE_APP_ID: z.string().default(""),
  SOCIAL_WEBSITE_SECRET: z.string().default(""),
  SOCIAL_MOBILE_APP_ID: z.string().default(""),
  SOCIAL_MOBILE_SECRET: z.string().default(""),
  /** Whether the social helpers show the provider's access token and session keys. Default: outside production. */
  SOCIAL_EXPOSE_SECRETS: z.stringbool().optional(),
  /** Tencent Cloud Chat: our application, its key, and the account that administers it. */
  IM_BASE_URL: url.default("https://console.tim.qq.com"),
  IM_SDK_APP_ID: z.string().default(""),
  IM_SECRET_KEY: z.string().default(""),
  IM_ADMIN_ACCOUNT: z.string().default("administrator"),
  /** The type of a live's chat group: ChatRoom (thousands, members are added) or AVChatRoom (unbounded, members join). */
  IM_GROUP_TYPE: z.enum(["ChatRoom", "AVChatRoom"]).default("ChatRoom"),
  /** Tencent Cloud Streaming: the domains to push to and play from, the keys that sign addresses, the callbacks' key. */
  LIVE_PUSH_DOMAIN: z.string().default(""),
  LIVE_PUSH_KEY: z.string().default(""),
  LIVE_PLAY_DOMAIN: z.string().default(""),
  LIVE_PLAY_KEY: z.string().default(""),
  LIVE_CALLBACK_KEY: z.string().default(""),
  LIVE_APP_NAME: z.string().default("live"),
  /** How long a live waits for its stream when that breaks, in seconds: a start within goes on. 0: it ends with its stream. */
  LIVE_GRACE_SECONDS: z.coerce.number().int().min(0).max(3_600).default(180),
  /** Its API, which cuts the stream when an operator ends a live. */
  LIVE_API_URL: url.default("https://live.tencentcloudapi.com"),
  LIVE_SECRET_ID: z.string().default(""),
  LIVE_SECRET_KEY: z.string().default(""),
  /**
   * Tencent Cloud VOD: the key of our calls, the sub-application if there is one, the callbacks' key, and the task flow
   * that takes the cover of an uploaded video.
   */
  VOD_BASE_URL: url.default("https://vod.tencentcloudapi.com"),
  VOD_SECRET_ID: z.string().default(""),
  VOD_SECRET_KEY: z.string().default(""),
  VOD_SUB_APP_ID: z.string().regex(/^\d*$/, "must be digits").default(""),
  VOD_CALLBACK_KEY: z.string().default(""),
  VOD_PROCEDURE: z.string().default(""),
  /** The key with which the API signs clients' uploads to the provider, and nothing else. Default: that of our calls. */
  VOD_UPLOAD_SECRET_ID: z.string().optional(),
  VOD_UPLOAD_SECRET_KEY: z.string().optional(),
  /** The e-invoice provider (Nuonuo): its API, the address of access tokens, and our application there. */
  NUONUO_BASE_URL: url.default("https://sdk.nuonuo.com"),
  NUONUO_TOKEN_URL: url.default("https://open.nuonuo.com/accessToken"),
  NUONUO_APP_KEY: z.string().default(""),
  NUONUO_APP_SECRET: z.string().default(""),
  /** The seller, as printed on every invoice. */
  INVOICE_SELLER_NAME: z.string().default(""),
  INVOICE_SELLER_TAX_NO: z.string().default(""),
  INVOICE_SELLER_ADDRESS: z.string().default(""),
  INVOICE_SELLER_PHONE: z.string().default(""),
  INVOICE_SELLER_BANK: z.string().default(""),
  INVOICE_SELLER_BANK_NO: z.string().default(""),
  /** The person who issues invoices. */
  INVOICE_CLERK: z.string().default(""),
  /** The 19-digit tax code of the goods, its short name on the invoice, the rate in percent. Prices include tax. */
  INVOICE_GOODS_TAX_CODE: z.string().default("1060512010000000000"),
  INVOICE_GOODS_TAX_NAME: z.string().default("日用杂品"),
  INVOICE_TAX_RATE: z.coerce.number().int().min(0).max(99).default(13),
  /** notifyUrl of the seeded pay apps: 1 (mall) and 8 (wallet). */
  MALL_NOTIFY_URL: z.string().default(""),
  WALLET_NOTIFY_URL: z.string().default(""),
};
