/** Checks the merchant's signature over the request, as the payment API v3 does. */
import { headerOf, type ProviderCall } from "../provider.js";
import { WechatpayRefusal } from "./refusal.js";
import type { WechatpayMerchant, WechatpayMerchants } from "./merchants.js";
import { isSignedBy, publicKeyOf, readAuthorization, requestMessage } from "./signature.js";

const MAX_SKEW_S = 300;

const signError = (message: string): WechatpayRefusal => new WechatpayRefusal(401, "SIGN_ERROR", message);

/**
 * Returns the merchant that signed the call; else throws the provider's refusal. The signed path may be the URL's as
 * requested here or, for a client that signs the real host's path, the one without our prefix.
 */
export function checkSignature(call: ProviderCall, merchants: WechatpayMerchants): WechatpayMerchant {
  if (!headerOf(call, "accept") || !headerOf(call, "user-agent")) {
    throw new WechatpayRefusal(400, "PARAM_ERROR", "Http头缺少Accept或User-Agent");
  }
  const authorization = readAuthorization(headerOf(call, "authorization") ?? "");
  if (!authorization) throw signError("Http头Authorization格式错误，请检查认证类型与签名串");
  const merchant = merchants.find(authorization.mchid);
  if (!merchant) throw signError("商户号不存在，请检查Authorization中的mchid");
  const certificate = merchant.certificates.find(({ serial }) => serial === authorization.serial);
  if (!certificate) throw signError("商户证书序列号有误，请使用签名私钥匹配的证书序列号");
  const publicKey = publicKeyOf(certificate.publicKey);
  const skew = Math.abs(call.at / 1_000 - Number(authorization.timestamp));
  if (!(skew <= MAX_SKEW_S)) {
    throw signError("Http头Authorization中的timestamp与发起请求的时间不得超过5分钟");
  }
  const { timestamp, nonce, signature } = authorization;
  const body = call.body.toString("utf8");
  const messageOf = (path: string): string => requestMessage({ method: call.method, path, timestamp, nonce, body });
  const signed = [call.requestedPath, call.path].some((path) => isSignedBy(messageOf(path), signature, publicKey));
  if (signed) return merchant;
  const message = messageOf(call.requestedPath);
  throw new WechatpayRefusal(401, "SIGN_ERROR", "错误的签名，验签失败", {
    field: "signature",
    issue: "sign not match",
    location: "authorization",
    sign_information: {
      method: call.method,
      url: call.requestedPath,
      truncated_sign_message: message.slice(0, 200),
      sign_message_length: Buffer.byteLength(message),
    },
  });
}
