/** The gateway's protocol: public parameters, the caller's signature, and the signed form of its responses. */
import { createPublicKey, type KeyObject } from "node:crypto";
import { readBeijingClock } from "../beijingTime.js";
import type { ProviderAnswer, ProviderCall } from "../provider.js";
import type { AlipayApplication, AlipayApplications } from "./applications.js";
import { invalid, missing } from "./refusal.js";
import { isTextSignedBy, signContent, signText, type Parameters } from "./signature.js";

/** Public parameters may be in the query, the rest in the form; a name in both takes the form's value. */
export function parametersOf(call: ProviderCall): Parameters {
  const query = new URL(call.path, "http://platform").searchParams;
  return Object.fromEntries([...query, ...new URLSearchParams(call.body.toString("utf8"))]);
}

const MINUTE_MS = 60_000;
/** A payment link is signed when the order is submitted, and the payer may open it much later. */
export const PAGE_SKEW_MS = 24 * 60 * MINUTE_MS;
export const CALL_SKEW_MS = 10 * MINUTE_MS;

const REQUIRED: readonly [name: string, subCode: string, message: string][] = [
  ["method", "isv.missing-method", "缺少方法名参数"],
  ["app_id", "isv.missing-app-id", "缺少appId参数"],
  ["sign", "isv.missing-signature", "缺少签名参数"],
  ["sign_type", "isv.missing-signature-type", "缺少签名类型参数"],
  ["timestamp", "isv.missing-timestamp", "缺少时间戳参数"],
  ["version", "isv.missing-version", "缺少版本参数"],
];

/** Returns the calling application; else throws the gateway's refusal. */
export function checkParameters(
  parameters: Parameters,
  applications: AlipayApplications,
  arrival: { at: number; skewMs: number },
): AlipayApplication {
  for (const [name, subCode, message] of REQUIRED) {
    if (!parameters[name]) throw missing(subCode, message);
  }
  const { app_id, sign = "", sign_type, timestamp = "", version, format = "JSON", charset = "utf-8" } = parameters;
  const application = applications.find(app_id ?? "");
  if (!application) throw invalid("isv.invalid-app-id", "无效的AppID参数");
  if (sign_type !== "RSA2") throw invalid("isv.invalid-signature-type", "无效的签名类型");
  if (charset.toLowerCase() !== "utf-8") throw invalid("isv.invalid-charset", "字符集错误");
  if (format.toUpperCase() !== "JSON") throw invalid("isv.invalid-format", "无效的数据格式");
  if (version !== "1.0") throw invalid("isv.invalid-version", "无效的版本参数");
  const text = signContent(parameters, ["sign"]);
  if (!application.publicKeys.some((key) => isTextSignedBy(text, sign, createPublicKey(key)))) {
    const advice = "验签出错，建议检查签名字符串或签名私钥与应用公钥是否匹配，网关生成的验签字符串为：";
    throw invalid("isv.invalid-signature", advice + text);
  }
  // The comparison is also false for NaN, an invalid time.
  if (!(Math.abs(arrival.at - readBeijingClock(timestamp)) <= arrival.skewMs)) {
    throw invalid("isv.invalid-timestamp", "非法的时间戳参数");
  }
  return application;
}

/** The gateway's name for the response to a method; an unknown method gets error_response. */
export const responseName = (method: string): string => `${method.replaceAll(".", "_")}_response`;

/** The response with its signature, which is over exactly the bytes of the inner object. */
export function signedAnswer(name: string, inner: object, privateKey: KeyObject): ProviderAnswer {
  const text = JSON.stringify(inner);
  return jsonAnswer(`{"${name}":${text},"sign":"${signText(text, privateKey)}"}`);
}

/** The same response with a signature over other text; undefined for a response without one. */
export function misSignedAnswer(answer: ProviderAnswer, privateKey: KeyObject): ProviderAnswer | undefined {
  if (!answer.body.startsWith("{")) return undefined;
  const body = answer.body.replace(/"sign":"[^"]*"\}$/, `"sign":"${signText(`${answer.body} `, privateKey)}"}`);
  return { ...answer, body };
}

/** The gateway sends JSON as text/html; only the body distinguishes it from a page. */
function jsonAnswer(body: string): ProviderAnswer {
  return { status: 200, headers: { "Content-Type": "text/html;charset=utf-8" }, body };
}
