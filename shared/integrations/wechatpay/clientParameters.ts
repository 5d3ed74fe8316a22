import { config } from "#shared/platform/config.js";
import { newNonce, signLines, wireSeconds } from "./signature.js";

/** What a mini-program or an official account's page hands to the payment call. */
export function jsapiParameters(prepayId: string): Record<string, string> {
  const appId = config.WECHATPAY_APP_ID;
  const timeStamp = String(wireSeconds());
  const nonceStr = newNonce();
  const packageValue = `prepay_id=${prepayId}`;
  const paySign = signLines(appId, timeStamp, nonceStr, packageValue);
  return { appId, timeStamp, nonceStr, package: packageValue, signType: "RSA", paySign };
}

/** What an app hands to the native SDK. */
export function appParameters(prepayId: string): Record<string, string> {
  const appid = config.WECHATPAY_APP_ID;
  const timestamp = String(wireSeconds());
  const noncestr = newNonce();
  const sign = signLines(appid, timestamp, noncestr, prepayId);
  return {
    appid,
    partnerid: config.WECHATPAY_MCH_ID,
    prepayid: prepayId,
    package: "Sign=WXPay",
    noncestr,
    timestamp,
    sign,
  };
}
