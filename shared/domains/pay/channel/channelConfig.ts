import { createHash, X509Certificate } from "node:crypto";
import { z } from "zod";
import { keyFingerprint, readPrivateKey, readPublicKey } from "#shared/providers/pay/rsaKey.js";
import { AddressRefused, checkGuardedUrl } from "#shared/kernel/http/addressGuard.js";
import { config } from "#shared/kernel/config/config.js";
import { errors } from "#shared/kernel/request/errors.js";
import { decryptSecret, encryptSecret, keyedHash } from "#shared/kernel/security/sealed.js";
import type { ChannelFamily } from "./payChannel.codes.js";

/**
 * What an operator may enter for a channel (rules: Payment). At WeChat Pay `appId` alone is enough: the merchant is
 * then the environment's. Keys are PEM, base64 of a PEM, or bare base64; they are stored as PEM, encrypted.
 */
const name = (max: number) => z.string().trim().min(1).max(max);
const WechatpayConfig = z.object({
  appId: name(32),
  mchId: z
    .string()
    .regex(/^\d{6,16}$/, "must be digits")
    .optional(),
  certSerialNo: z
    .string()
    .regex(/^[0-9A-Fa-f]{8,64}$/, "must be hex digits")
    .transform((text) => text.toUpperCase())
    .optional(),
  privateKey: z.string().max(10_000).optional(),
  apiV3Key: z
    .string()
    .regex(/^[\x21-\x7e]{32}$/, "must be 32 characters")
    .optional(),
  /** The provider's public key with its id, or its certificate; without one the certificates are fetched. */
  publicKeyId: name(64).optional(),
  publicKey: z.string().max(10_000).optional(),
});
const AlipayConfig = z.object({
  appId: z.string().regex(/^\d{8,32}$/, "must be digits"),
  serverUrl: z.url().max(256).optional(),
  privateKey: z.string().max(10_000),
  alipayPublicKey: z.string().max(10_000),
  sellerId: z
    .string()
    .regex(/^2088\d{12}$/, "must be 2088 and 12 digits")
    .optional(),
});
export type WechatpayConfig = z.output<typeof WechatpayConfig>;
export type AlipayConfig = z.output<typeof AlipayConfig>;
export type ChannelConfig = ({ family: "wechatpay" } & WechatpayConfig) | ({ family: "payplat" } & AlipayConfig);

/** Fields that no response shows, by provider. */
const secretFields = { wechatpay: ["privateKey", "apiV3Key"], payplat: ["privateKey"] } as const;
const publicKeyFields = { wechatpay: ["publicKey"], payplat: ["alipayPublicKey"] } as const;

export type ConfigInput = Record<string, unknown>;

const refused = (field: string, reason: string) => errors.BadInput({ field: `config.${field}`, reason });

/** Merges the input into the old configuration: a field that was not sent stays. Throws 400 with the field's name. */
export function readChannelConfig(
  family: ChannelFamily,
  input: ConfigInput,
  before: ChannelConfig | null,
): ChannelConfig {
  if (family === "wallet") throw errors.BadInput({ field: "config", reason: "the wallet has none" });
  const sent = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== null && value !== undefined && value !== ""),
  );
  const merged = { ...before, ...sent };
  const parsed = (family === "wechatpay" ? WechatpayConfig : AlipayConfig).safeParse(merged);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refused(String(issue?.path[0] ?? ""), issue?.message ?? "is not valid");
  }
  return family === "wechatpay"
    ? checkedWechatpay({ family, ...(parsed.data as WechatpayConfig) })
    : checkedAlipay({ family, ...(parsed.data as AlipayConfig) });
}

function privateKeyIn(text: string): string {
  const pem = readPrivateKey(text);
  if (!pem) throw refused("privateKey", "is not an RSA private key of 2048 bits or more");
  return pem;
}

function publicKeyIn(field: string, text: string): string {
  const pem = readPublicKey(text);
  if (!pem) throw refused(field, "is not an RSA public key or certificate");
  return pem;
}

type Wechatpay = Extract<ChannelConfig, { family: "wechatpay" }>;
function checkedWechatpay(entered: Wechatpay): Wechatpay {
  const merchant = ["mchId", "certSerialNo", "privateKey", "apiV3Key"] as const;
  const given = merchant.filter((field) => entered[field] !== undefined);
  const missing = merchant.find((field) => entered[field] === undefined);
  // A merchant number with another merchant's key would sign nothing valid.
  if (given.length > 0 && missing) throw refused(missing, "is required with the merchant's other fields");
  if (given.length === 0 && entered.publicKey) throw refused("mchId", "is required with publicKey");
  const checked: Wechatpay = { ...entered };
  if (entered.privateKey) checked.privateKey = privateKeyIn(entered.privateKey);
  if (entered.publicKey) {
    checked.publicKey = publicKeyIn("publicKey", entered.publicKey);
    const serial = serialOf(checked.publicKey);
    if (serial) checked.publicKeyId = serial;
    else if (!entered.publicKeyId) throw refused("publicKeyId", "is required with a public key");
  }
  return checked;
}

/** A certificate contains its serial; a bare public key has none. */
function serialOf(pem: string): string | undefined {
  return pem.includes("BEGIN CERTIFICATE") ? new X509Certificate(pem).serialNumber : undefined;
}

type Alipay = Extract<ChannelConfig, { family: "payplat" }>;
function checkedAlipay(entered: Alipay): Alipay {
  if (entered.serverUrl) checkGateway(entered.serverUrl);
  const privateKey = privateKeyIn(entered.privateKey);
  const alipayPublicKey = publicKeyIn("alipayPublicKey", entered.alipayPublicKey);
  // Alipay's console shows both keys beside each other, and our own public key verifies none of its signatures.
  if (keyFingerprint(privateKey) === keyFingerprint(alipayPublicKey))
    throw refused("alipayPublicKey", "is the application's own key, not the provider's");
  return { ...entered, privateKey, alipayPublicKey };
}

function checkGateway(text: string): void {
  try {
    checkGuardedUrl(text, [new URL(config.ALIPAY_BASE_URL).host, ...config.NOTIFY_ALLOW_HOSTS]);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw refused("serverUrl", error.message);
  }
}

export const sealConfig = (entered: ChannelConfig): string => encryptSecret(JSON.stringify(entered));
export const openConfig = (box: string): ChannelConfig => JSON.parse(decryptSecret(box)) as ChannelConfig;

/** The readable part of a configuration: its fields, and instead of the keys their names and fingerprints. */
export interface ConfigSummary {
  fields: Record<string, string>;
  keys: { name: string; fingerprint: string }[];
}

export function summaryOf(entered: ChannelConfig): ConfigSummary {
  const values = Object.entries(entered).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const secret: readonly string[] = secretFields[entered.family];
  const shownByPrint: readonly string[] = publicKeyFields[entered.family];
  const isKey = (field: string): boolean => secret.includes(field) || shownByPrint.includes(field);
  return {
    fields: Object.fromEntries(values.filter(([field]) => field !== "family" && !isKey(field))),
    keys: values
      .filter(([field]) => isKey(field))
      .map(([field, value]) => ({ name: field, fingerprint: fingerprintOf(value) })),
  };
}

/** For an RSA key the SHA-256 of its public half; for a symmetric one a keyed hash, which cannot be brute-forced. */
function fingerprintOf(value: string): string {
  if (value.includes("-----BEGIN")) return keyFingerprint(value);
  return createHash("sha256").update(keyedHash("pay channel key", value)).digest("hex");
}
