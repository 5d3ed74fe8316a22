/** The service's SMS account. Template ids are numbers as text, one per scene (1 to 4, in this order). */
export interface SmsKeys {
  secretId: string;
  secretKey: string;
  sdkAppId: string;
  signName: string;
  templates: { login: string; updateMobile: string; updatePassword: string; resetPassword: string };
}

/** Both sides of the channel, PEM: the merchant's key pair (the service signs), the provider's (the sandbox signs). */
export interface WechatpayKeys {
  mchId: string;
  appId: string;
  merchantSerial: string;
  merchantPrivateKey: string;
  merchantPublicKey: string;
  apiV3Key: string;
  platformSerial: string;
  platformPrivateKey: string;
  platformCertificate: string;
}

/** Both sides of the gateway, PEM: our application's key pair (the service signs) and the provider's. */
export interface AlipayKeys {
  appId: string;
  sellerId: string;
  appPrivateKey: string;
  appPublicKey: string;
  platformPrivateKey: string;
  platformPublicKey: string;
}

/** Our account for parcel tracks. The salt is the service's own: it is sent with each subscription and signs pushes. */
export interface ExpressKeys {
  customer: string;
  key: string;
  salt: string;
}

/** Our account at the second provider of parcel tracks; its key signs both ways. */
export interface KdniaoKeys {
  businessId: string;
  apiKey: string;
}

/** Our account at the mail server. */
export interface MailKeys {
  user: string;
  password: string;
}

export interface SocialAppKeys {
  appId: string;
  secret: string;
}

/** Our applications at the social provider: mini-program, official account, website, app. */
export interface SocialKeys {
  mini: SocialAppKeys;
  official: SocialAppKeys;
  website: SocialAppKeys;
  mobile: SocialAppKeys;
}

/** Our application at the chat provider, and the account that administers it. */
export interface ImKeys {
  sdkAppId: string;
  secretKey: string;
  adminAccount: string;
}

/** Our domains at the streaming provider: the keys of push and play addresses, and the one that signs callbacks. */
export interface LiveKeys {
  pushDomain: string;
  playDomain: string;
  appId: string;
  pushKey: string;
  playKey: string;
  callbackKey: string;
}

/** Our account at the video provider, and the key that signs its callbacks. */
export interface VodKeys {
  secretId: string;
  secretKey: string;
  appId: string;
  callbackKey: string;
}

/** Our application at the e-invoice provider, and the tax number that it invoices for. */
export interface InvoiceKeys {
  appKey: string;
  appSecret: string;
  taxNo: string;
}

/** Our account at the streaming provider's API. */
export interface LiveApiKeys {
  secretId: string;
  secretKey: string;
}

export interface SandboxKeys {
  invoice: InvoiceKeys;
  sms: SmsKeys;
  wechatpay: WechatpayKeys;
  alipay: AlipayKeys;
  express: ExpressKeys;
  kdniao: KdniaoKeys;
  mail: MailKeys;
  social: SocialKeys;
  im: ImKeys;
  live: LiveKeys;
  liveApi: LiveApiKeys;
  vod: VodKeys;
}
