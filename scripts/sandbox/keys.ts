/** The keys that both sides share, created once in `<dataDir>/sandbox/keys.json` (mode 600). */
import { generateKeyPair, randomBytes, randomInt, type KeyObject } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { selfSignedCertificate } from "./certificate.js";
import type {
  SmsKeys,
  WechatpayKeys,
  AlipayKeys,
  ExpressKeys,
  KdniaoKeys,
  MailKeys,
  SocialAppKeys,
  SocialKeys,
  ImKeys,
  LiveKeys,
  VodKeys,
  InvoiceKeys,
  LiveApiKeys,
  SandboxKeys,
} from "./keyTypes.js";

export const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export function randomFrom(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}

export const digits = (length: number): string => randomFrom("0123456789", length);

/** 40 hex digits as the providers show them. The first byte is positive and not zero, so that no digit is dropped. */
export const certificateSerial = (): string =>
  (randomInt(0x10, 0x80).toString(16) + randomBytes(19).toString("hex")).toUpperCase();

export const rsaKeyPair = (): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> =>
  promisify(generateKeyPair)("rsa", { modulusLength: 2048 });

export const pem = (key: KeyObject, type: "pkcs8" | "spki"): string => key.export({ type, format: "pem" }).toString();

function makeSmsKeys(): SmsKeys {
  const firstTemplate = randomInt(1_000_000, 9_000_000);
  return {
    secretId: `AKID${randomFrom(LETTERS_AND_DIGITS, 32)}`,
    secretKey: randomFrom(LETTERS_AND_DIGITS, 32),
    sdkAppId: `1400${digits(6)}`,
    signName: "沙箱商城",
    templates: {
      login: String(firstTemplate),
      updateMobile: String(firstTemplate + 1),
      updatePassword: String(firstTemplate + 2),
      resetPassword: String(firstTemplate + 3),
    },
  };
}

async function makeWechatpayKeys(): Promise<WechatpayKeys> {
  const [merchant, provider] = await Promise.all([rsaKeyPair(), rsaKeyPair()]);
  const platformSerial = certificateSerial();
  const from = new Date();
  return {
    mchId: `1900${digits(6)}`,
    appId: `wx${randomBytes(8).toString("hex")}`,
    merchantSerial: certificateSerial(),
    merchantPrivateKey: pem(merchant.privateKey, "pkcs8"),
    merchantPublicKey: pem(merchant.publicKey, "spki"),
    apiV3Key: randomFrom(LETTERS_AND_DIGITS, 32),
    platformSerial,
    platformPrivateKey: pem(provider.privateKey, "pkcs8"),
    platformCertificate: selfSignedCertificate({
      privateKey: provider.privateKey,
      serial: platformSerial,
      commonName: "Sandbox payment platform",
      organization: "Sandbox",
      from,
      until: new Date(from.getTime() + 5 * 365 * 24 * 3_600_000),
    }),
  };
}

async function makeAlipayKeys(): Promise<AlipayKeys> {
  const [app, provider] = await Promise.all([rsaKeyPair(), rsaKeyPair()]);
  return {
    appId: `2021${digits(12)}`,
    sellerId: `2088${digits(12)}`,
    appPrivateKey: pem(app.privateKey, "pkcs8"),
    appPublicKey: pem(app.publicKey, "spki"),
    platformPrivateKey: pem(provider.privateKey, "pkcs8"),
    platformPublicKey: pem(provider.publicKey, "spki"),
  };
}

const makeExpressKeys = (): ExpressKeys => ({
  customer: randomBytes(16).toString("hex").toUpperCase(),
  key: randomFrom(LETTERS_AND_DIGITS, 12),
  salt: randomFrom(LETTERS_AND_DIGITS, 16),
});

const makeKdniaoKeys = (): KdniaoKeys => ({
  businessId: `1${digits(6)}`,
  apiKey: randomBytes(18).toString("hex"),
});

const makeMailKeys = (): MailKeys => ({ user: "shop", password: randomFrom(LETTERS_AND_DIGITS, 20) });

const makeSocialApp = (): SocialAppKeys => ({
  appId: `wx${randomBytes(8).toString("hex")}`,
  secret: randomBytes(16).toString("hex"),
});

const makeSocialKeys = (): SocialKeys => ({
  mini: makeSocialApp(),
  official: makeSocialApp(),
  website: makeSocialApp(),
  mobile: makeSocialApp(),
});

const makeImKeys = (): ImKeys => ({
  sdkAppId: `1400${digits(6)}`,
  secretKey: randomBytes(32).toString("hex"),
  adminAccount: "administrator",
});

const makeLiveKeys = (): LiveKeys => ({
  pushDomain: "push.live.invalid",
  playDomain: "play.live.invalid",
  appId: `1300${digits(6)}`,
  pushKey: randomBytes(16).toString("hex"),
  playKey: randomBytes(16).toString("hex"),
  callbackKey: randomBytes(16).toString("hex"),
});

const makeVodKeys = (): VodKeys => ({
  secretId: `AKID${randomFrom(LETTERS_AND_DIGITS, 32)}`,
  secretKey: randomFrom(LETTERS_AND_DIGITS, 32),
  appId: `1300${digits(6)}`,
  callbackKey: randomBytes(16).toString("hex"),
});

const makeInvoiceKeys = (): InvoiceKeys => ({
  appKey: digits(8),
  appSecret: randomFrom(LETTERS_AND_DIGITS, 16),
  taxNo: `9133010${digits(1)}MA2${digits(7)}`,
});

const makeLiveApiKeys = (): LiveApiKeys => ({
  secretId: `AKID${randomFrom(LETTERS_AND_DIGITS, 32)}`,
  secretKey: randomFrom(LETTERS_AND_DIGITS, 32),
});

/** One maker per provider: a file from an older run gets the sections it lacks, and keeps the others. */
const makers: { [Section in keyof SandboxKeys]: () => SandboxKeys[Section] | Promise<SandboxKeys[Section]> } = {
  invoice: makeInvoiceKeys,
  sms: makeSmsKeys,
  wechatpay: makeWechatpayKeys,
  alipay: makeAlipayKeys,
  express: makeExpressKeys,
  kdniao: makeKdniaoKeys,
  mail: makeMailKeys,
  social: makeSocialKeys,
  im: makeImKeys,
  live: makeLiveKeys,
  liveApi: makeLiveApiKeys,
  vod: makeVodKeys,
};

async function readKeys(file: string): Promise<Partial<SandboxKeys>> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Partial<SandboxKeys>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

const isComplete = (keys: Partial<SandboxKeys>): keys is SandboxKeys =>
  Object.keys(makers).every((section) => section in keys);

const LOCK_POLL_MS = 25;
/** Creating keys takes well under a second, so an older lock belongs to a process that died. */
const LOCK_STALE_MS = 20_000;

async function underLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      await (await open(lock, "wx")).close();
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const age = await stat(lock).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      if (age > LOCK_STALE_MS) await rm(lock, { force: true });
      else await pause(LOCK_POLL_MS);
    }
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/**
 * Reads the keys, creating what is missing. Concurrent processes get the same keys: the file is written under a lock
 * and moved into place whole.
 */
export async function loadKeys(dataDir: string): Promise<SandboxKeys> {
  const dir = join(dataDir, "sandbox");
  const file = join(dir, "keys.json");
  const kept = await readKeys(file);
  if (isComplete(kept)) return kept;
  await mkdir(dir, { recursive: true });
  return underLock(`${file}.lock`, async () => {
    const found = await readKeys(file);
    if (isComplete(found)) return found;
    const keys: SandboxKeys = {
      invoice: found.invoice ?? (await makers.invoice()),
      sms: found.sms ?? (await makers.sms()),
      wechatpay: found.wechatpay ?? (await makers.wechatpay()),
      alipay: found.alipay ?? (await makers.alipay()),
      express: found.express ?? (await makers.express()),
      kdniao: found.kdniao ?? (await makers.kdniao()),
      mail: found.mail ?? (await makers.mail()),
      social: found.social ?? (await makers.social()),
      im: found.im ?? (await makers.im()),
      live: found.live ?? (await makers.live()),
      liveApi: found.liveApi ?? (await makers.liveApi()),
      vod: found.vod ?? (await makers.vod()),
    };
    const fresh = `${file}.${randomBytes(6).toString("hex")}`;
    await writeFile(fresh, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
    await rename(fresh, file);
    return keys;
  });
}
