import type { WechatpayMerchant } from "./merchant.js";
import { newNonce, signLines, wireSeconds } from "./signature.js";

/** The parameters that a mini-program or an official account's page passes to the payment call. */
export function jsapiParameters(merchant: WechatpayMerchant, prepayId: string): Record<string, string> {
  const { appId } = merchant;
  const timeStamp = String(wireSeconds());
  const nonceStr = newNonce();
  const packageValue = `prepay_id=${prepayId}`;
  const paySign = signLines(merchant, appId, timeStamp, nonceStr, packageValue);
  return { appId, timeStamp, nonceStr, package: packageValue, signType: "RSA", paySign };
}

/** The parameters that an app passes to the native SDK. */
export function appParameters(merchant: WechatpayMerchant, prepayId: string): Record<string, string> {
  const { appId: appid, mchId: partnerid } = merchant;
  const timestamp = String(wireSeconds());
  const noncestr = newNonce();
  const sign = signLines(merchant, appid, timestamp, noncestr, prepayId);
  return { appid, partnerid, prepayid: prepayId, package: "Sign=WXPay", noncestr, timestamp, sign };
}
