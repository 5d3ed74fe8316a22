/** The environment variables that point the service's provider clients at the sandbox. */
import { CAPTCHA_SECRET, CAPTCHA_SITE_KEY } from "./captcha/captcha.js";
import { loadKeys } from "./keys.js";
import type { SandboxKeys } from "./keyTypes.js";
import { accountsMergedTemplate, mobileChangedTemplate } from "./sms/sms.js";

const oneLine = (pem: string): string => Buffer.from(pem).toString("base64");

/**
 * The environment variables for given keys. PEM keys are base64-encoded, so that they fit on one line of an env file.
 * @param url where the sandbox listens, such as http://127.0.0.1:8090
 * @param smtpPort the sandbox's mail server, on the same host; without one the service has no mail server
 */
export function environmentOf(keys: SandboxKeys, url: string, smtpPort?: number): Record<string, string> {
  const { mail, sms, wechatpay, alipay, express, kdniao, social, im, live, liveApi, vod, invoice } = keys;
  return {
    SANDBOX_URL: url,
    SMS_BASE_URL: `${url}/platform/sms`,
    SMS_SECRET_ID: sms.secretId,
    SMS_SECRET_KEY: sms.secretKey,
    SMS_SDK_APP_ID: sms.sdkAppId,
    SMS_SIGN_NAME: sms.signName,
    SMS_TEMPLATE_LOGIN: sms.templates.login,
    SMS_TEMPLATE_UPDATE_MOBILE: sms.templates.updateMobile,
    SMS_TEMPLATE_UPDATE_PASSWORD: sms.templates.updatePassword,
    SMS_TEMPLATE_RESET_PASSWORD: sms.templates.resetPassword,
    SMS_TEMPLATE_MOBILE_CHANGED: mobileChangedTemplate(sms),
    SMS_TEMPLATE_ACCOUNTS_MERGED: accountsMergedTemplate(sms),
    CAPTCHA_BASE_URL: `${url}/platform/captcha`,
    CAPTCHA_SITE_KEY,
    CAPTCHA_SECRET,
    ...(smtpPort !== undefined && {
      SMTP_URL: `smtp://${mail.user}:${mail.password}@${new URL(url).hostname}:${smtpPort}`,
      MAIL_FROM: "沙箱商城 <no-reply@shop.example>",
      OPERATORS_MAIL: "operators@shop.example",
    }),
    WECHATPAY_BASE_URL: `${url}/platform/wechatpay`,
    WECHATPAY_MCH_ID: wechatpay.mchId,
    WECHATPAY_APP_ID: wechatpay.appId,
    WECHATPAY_APP_ID_LITE: social.mini.appId,
    WECHATPAY_APP_ID_PUB: social.official.appId,
    WECHATPAY_APP_ID_APP: social.mobile.appId,
    WECHATPAY_MCH_SERIAL: wechatpay.merchantSerial,
    WECHATPAY_MCH_PRIVATE_KEY: oneLine(wechatpay.merchantPrivateKey),
    WECHATPAY_API_V3_KEY: wechatpay.apiV3Key,
    ALIPAY_BASE_URL: `${url}/platform/alipay/gateway.do`,
    ALIPAY_APP_ID: alipay.appId,
    ALIPAY_PRIVATE_KEY: oneLine(alipay.appPrivateKey),
    ALIPAY_PUBLIC_KEY: oneLine(alipay.platformPublicKey),
    ALIPAY_SELLER_ID: alipay.sellerId,
    KUAIDI100_BASE_URL: `${url}/platform/express`,
    KUAIDI100_CUSTOMER: express.customer,
    KUAIDI100_KEY: express.key,
    KUAIDI100_SALT: express.salt,
    KDNIAO_BASE_URL: `${url}/platform/express`,
    KDNIAO_BUSINESS_ID: kdniao.businessId,
    KDNIAO_API_KEY: kdniao.apiKey,
    SOCIAL_BASE_URL: `${url}/platform/social`,
    SOCIAL_OPEN_URL: `${url}/platform/social`,
    SOCIAL_MINI_APP_ID: social.mini.appId,
    SOCIAL_MINI_SECRET: social.mini.secret,
    SOCIAL_OFFICIAL_APP_ID: social.official.appId,
    SOCIAL_OFFICIAL_SECRET: social.official.secret,
    SOCIAL_WEBSITE_APP_ID: social.website.appId,
    SOCIAL_WEBSITE_SECRET: social.website.secret,
    SOCIAL_MOBILE_APP_ID: social.mobile.appId,
    SOCIAL_MOBILE_SECRET: social.mobile.secret,
    IM_BASE_URL: `${url}/platform/im`,
    IM_SDK_APP_ID: im.sdkAppId,
    IM_SECRET_KEY: im.secretKey,
    IM_ADMIN_ACCOUNT: im.adminAccount,
    LIVE_PUSH_DOMAIN: live.pushDomain,
    LIVE_PUSH_KEY: live.pushKey,
    LIVE_PLAY_DOMAIN: live.playDomain,
    LIVE_PLAY_KEY: live.playKey,
    LIVE_CALLBACK_KEY: live.callbackKey,
    LIVE_API_URL: `${url}/platform/live`,
    LIVE_SECRET_ID: liveApi.secretId,
    LIVE_SECRET_KEY: liveApi.secretKey,
    VOD_BASE_URL: `${url}/platform/vod`,
    VOD_SECRET_ID: vod.secretId,
    VOD_SECRET_KEY: vod.secretKey,
    VOD_CALLBACK_KEY: vod.callbackKey,
    NUONUO_BASE_URL: `${url}/platform/invoice`,
    NUONUO_TOKEN_URL: `${url}/platform/invoice/accessToken`,
    NUONUO_APP_KEY: invoice.appKey,
    NUONUO_APP_SECRET: invoice.appSecret,
    INVOICE_SELLER_NAME: "杭州沙箱商贸有限公司",
    INVOICE_SELLER_TAX_NO: invoice.taxNo,
    INVOICE_SELLER_ADDRESS: "杭州市西湖区文三路 100 号",
    INVOICE_SELLER_PHONE: "0571-88880000",
    INVOICE_SELLER_BANK: "中国工商银行杭州西湖支行",
    INVOICE_SELLER_BANK_NO: "1202020209900012345",
    INVOICE_CLERK: "沙小箱",
    MALL_NOTIFY_URL: `${url}/sandbox/merchant/mall`,
    WALLET_NOTIFY_URL: `${url}/sandbox/merchant/wallet`,
  };
}

/**
 * Creates the keys at the first call (`<dataDir>/sandbox/keys.json`) and returns the service's environment. The sandbox
 * need not run yet; it reads the same file.
 */
export async function sandboxEnvironment(place: {
  dataDir: string;
  port: number;
  smtpPort?: number;
}): Promise<Record<string, string>> {
  return environmentOf(await loadKeys(place.dataDir), `http://127.0.0.1:${place.port}`, place.smtpPort);
}
