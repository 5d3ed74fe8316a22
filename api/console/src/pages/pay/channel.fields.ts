import type { Field } from "../../parts/fields/fields";
import { enabledStates } from "../../parts/shown/figures";
import { channelNames } from "./channels";

export const codeField: Field = {
  name: "code",
  label: ["Channel", "支付渠道"],
  kind: "select",
  needed: true,
  options: Object.entries(channelNames).map(([value, label]) => ({ value, label })),
};
export const plainFields: readonly Field[] = [
  { name: "status", label: ["Status", "状态"], kind: "state", states: enabledStates, needed: true, initial: 0 },
  {
    name: "feeRate",
    label: ["Fee (%)", "费率（%）"],
    kind: "number",
    needed: true,
    min: 0,
    max: 100,
    initial: 0.6,
  },
];

const secret = { kind: "longText", hint: ["Leave blank to keep the current key.", "留空则保留原密钥。"] } as const;
const wechatpay: readonly Field[] = [
  { name: "appId", label: ["App ID", "平台 AppID"], kind: "text" },
  { name: "mchId", label: ["Merchant ID", "商户号"], kind: "text" },
  { name: "certSerialNo", label: ["Certificate serial number", "商户证书序列号"], kind: "text" },
  { name: "privateKey", label: ["Merchant private key", "商户私钥"], ...secret },
  {
    name: "apiV3Key",
    label: ["API v3 key, 32 characters", "APIv3 密钥（32 位）"],
    kind: "text",
    hint: secret.hint,
  },
  { name: "publicKeyId", label: ["Provider public key ID", "平台公钥 ID"], kind: "text" },
  { name: "publicKey", label: ["Provider public key or certificate", "平台公钥或证书"], ...secret },
];
const payplat: readonly Field[] = [
  { name: "appId", label: ["App ID", "平台 AppID"], kind: "text" },
  { name: "serverUrl", label: ["Gateway URL", "网关地址"], kind: "text" },
  { name: "sellerId", label: ["Seller ID", "卖家账号"], kind: "text" },
  { name: "privateKey", label: ["App private key", "应用私钥"], ...secret },
  { name: "alipayPublicKey", label: ["Provider public key", "平台公钥"], ...secret },
];

/** The settings of a channel's provider; when all are empty, the environment's are used. */
export function configFields(code: unknown): readonly Field[] {
  if (typeof code !== "string" || code === "wallet") return [];
  return code.startsWith("payplat") ? payplat : wechatpay;
}

const keyNames = ["privateKey", "certSerialNo", "apiV3Key", "publicKeyId", "publicKey", "alipayPublicKey"];
export const keyFields = (code: string): readonly Field[] =>
  configFields(code).filter(({ name }) => keyNames.includes(name));

/** Converts a form's flat fields to the body: the provider's are in `config`. */
export function channelBody(values: Record<string, unknown>): { config?: Record<string, unknown> } {
  const names = configFields(values["code"]).map(({ name }) => name);
  const entries = Object.entries(values);
  const config = Object.fromEntries(entries.filter(([name]) => names.includes(name)));
  return {
    ...Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
    ...(Object.keys(config).length > 0 ? { config } : {}),
  };
}
