/** A sandbox of its own on a free port, clients of its control and its providers, and a service that gets callbacks. */
import { createHash, createHmac, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WxPay from "wechatpay-node-v3";
import { makeSandbox, type RunningSandbox, type SandboxOptions } from "#scripts/sandbox/app.js";
import { loadKeys } from "#scripts/sandbox/keys.js";
import type { SandboxKeys } from "#scripts/sandbox/keyTypes.js";

export interface TestSandbox extends RunningSandbox {
  dataDir: string;
  keys: SandboxKeys;
  control: Control;
}

export interface Answer<T = Record<string, unknown>> {
  status: number;
  body: T;
}

type Control = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) => Promise<Answer<T>>;

function controlOf(url: string): Control {
  return async <T>(method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    return { status: response.status, body: (await response.json()) as T };
  };
}

export const newDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), "sandbox-test-"));
export const removeDataDir = (dataDir: string): Promise<void> => rm(dataDir, { recursive: true, force: true });

// Making RSA keys takes a second or two: all sandboxes of a test run share them.
let shared: Promise<SandboxKeys> | undefined;

async function sharedKeys(): Promise<SandboxKeys> {
  const dataDir = await newDataDir();
  try {
    return await loadKeys(dataDir);
  } finally {
    await removeDataDir(dataDir);
  }
}

export async function startSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const dataDir = options.dataDir ?? (await newDataDir());
  shared ??= sharedKeys();
  const sandbox = await makeSandbox({ keys: await shared, ...options, dataDir });
  const running = await sandbox.listen(0);
  return { ...running, dataDir, keys: sandbox.keys, control: controlOf(running.url) };
}

export async function stopSandbox(sandbox: TestSandbox): Promise<void> {
  await sandbox.close();
  await removeDataDir(sandbox.dataDir);
}

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Shop {
  url: string;
  received: Received[];
  /** Resolves once that many callbacks came. */
  got(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

/** What the shop answers to a callback: a status alone, or a body with status 200. */
type ShopAnswer = number | string;

/** Stands for the service's callback address; `answer` decides the answer to each callback, counted from 0. */
export async function startShop(answer: (place: number) => ShopAnswer = () => 204): Promise<Shop> {
  const received: Received[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString("utf8") });
      const given = answer(received.length - 1);
      if (typeof given === "number") response.writeHead(given).end();
      else response.end(given);
      for (const one of waiting) if (received.length >= one.count) one.resolve();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    received,
    got: async (count) => {
      if (received.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      return received;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface SdkAnswer {
  status: number;
  data: Record<string, unknown>;
  headers: Headers;
  text: string;
}

export interface Merchant {
  pay: WxPay;
  /** The last answer as it came over the wire. */
  last(): SdkAnswer;
  /** Whether the SDK finds the last answer signed by the provider. */
  lastIsSigned(): Promise<boolean>;
}

/** The real SDK, sent to the sandbox instead of the real host: it signs /v3/... as it would there. */
export function merchantOf(sandbox: TestSandbox): Merchant {
  const { wechatpay } = sandbox.keys;
  const pay = new WxPay({
    appid: wechatpay.appId,
    mchid: wechatpay.mchId,
    serial_no: wechatpay.merchantSerial,
    publicKey: Buffer.from(wechatpay.platformCertificate),
    privateKey: Buffer.from(wechatpay.merchantPrivateKey),
    key: wechatpay.apiV3Key,
  });
  let latest: SdkAnswer | undefined;
  const send = async (method: string, url: string, headers: Record<string, string>, body?: string) => {
    const place = url.replace("https://api.mch.weixin.qq.com", sandbox.env["WECHATPAY_BASE_URL"] ?? "");
    const response = await fetch(place, { method, headers, ...(body !== undefined && { body }) });
    const text = await response.text();
    const data = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    const answer: SdkAnswer = { status: response.status, data, headers: response.headers, text };
    // The SDK fetches certificates by itself while it verifies.
    if (!url.endsWith("/v3/certificates")) latest = answer;
    // A copy: the SDK writes into what it gets.
    return { ...answer };
  };
  pay.createHttp({
    get: (url, headers) => send("GET", url, headers),
    post: (url, params, headers) => send("POST", url, headers, JSON.stringify(params)),
    upload: () => Promise.reject(new Error("not used")),
  });
  const last = (): SdkAnswer => {
    if (!latest) throw new Error("no call was made yet");
    return latest;
  };
  return { pay, last, lastIsSigned: () => isSigned(pay, last().headers, last().text) };
}

/** The Authorization header as the SDK makes it for a path of one's own. */
export function authorize(pay: WxPay, method: string, path: string, body?: object): string {
  const nonce = randomBytes(8).toString("hex");
  const timestamp = String(Math.floor(Date.now() / 1_000));
  return pay.getAuthorization(nonce, timestamp, pay.getSignature(method, nonce, timestamp, path, body));
}

/** Checks the four headers with the SDK, which fetches the provider's certificate from the sandbox. */
export function isSigned(pay: WxPay, headers: Headers, body: string): Promise<boolean> {
  return pay.verifySign({
    timestamp: headers.get("wechatpay-timestamp") ?? "",
    nonce: headers.get("wechatpay-nonce") ?? "",
    serial: headers.get("wechatpay-serial") ?? "",
    signature: headers.get("wechatpay-signature") ?? "",
    body,
  });
}

/** A callback's headers as fetch's, for isSigned. */
export function headersOf(received: Received): Headers {
  return new Headers(Object.entries(received.headers).map(([name, value]): [string, string] => [name, String(value)]));
}

/** Opens what a callback carries with the SDK. */
export function openNotice(pay: WxPay, received: Received): Record<string, unknown> {
  const { resource } = JSON.parse(received.body) as {
    resource: { ciphertext: string; associated_data: string; nonce: string };
  };
  return pay.decipher_gcm<Record<string, unknown>>(resource.ciphertext, resource.associated_data, resource.nonce);
}

let orders = 0;
export const newNo = (prefix = "P"): string => `${prefix}20261121${String(++orders).padStart(8, "0")}`;

/** Orders by native pay and returns the number. */
export async function openOrder(merchant: Merchant, notifyUrl: string, total = 1_234): Promise<string> {
  const no = newNo();
  await merchant.pay.transactions_native({
    description: "两件商品",
    out_trade_no: no,
    notify_url: notifyUrl,
    amount: { total, currency: "CNY" },
  });
  if (merchant.last().status !== 200) throw new Error(merchant.last().text);
  return no;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** A signed SendSms, put together step by step as the provider's documentation does, apart from the sandbox's own code. */
export async function sendSms(
  sandbox: TestSandbox,
  body: Record<string, unknown>,
  change: { headers?: Record<string, string>; secretKey?: string; secretId?: string; at?: number; sent?: string } = {},
): Promise<Answer<{ Response: Record<string, unknown> }>> {
  const { secretId, secretKey } = { ...sandbox.keys.sms, ...change };
  const timestamp = String(Math.floor((change.at ?? Date.now()) / 1_000));
  const date = new Date(Number(timestamp) * 1_000).toISOString().slice(0, 10);
  const payload = JSON.stringify(body);
  const type = "application/json; charset=utf-8";
  const host = new URL(sandbox.url).host;
  const canonical = `POST\n/\n\ncontent-type:${type}\nhost:${host}\nx-tc-action:sendsms\n\ncontent-type;host;x-tc-action\n${sha256(payload)}`;
  const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${date}/sms/tc3_request\n${sha256(canonical)}`;
  const signature = hmac(hmac(hmac(hmac(`TC3${secretKey}`, date), "sms"), "tc3_request"), toSign).toString("hex");
  const response = await fetch(`${sandbox.env["SMS_BASE_URL"]}/`, {
    method: "POST",
    headers: {
      "Content-Type": type,
      "X-TC-Action": "SendSms",
      "X-TC-Version": "2021-01-11",
      "X-TC-Timestamp": timestamp,
      "X-TC-Region": "ap-guangzhou",
      Authorization: `TC3-HMAC-SHA256 Credential=${secretId}/${date}/sms/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=${signature}`,
      ...change.headers,
    },
    body: change.sent ?? payload,
  });
  return { status: response.status, body: (await response.json()) as { Response: Record<string, unknown> } };
}

/** The parameters of a sign-in code. */
export function loginCode(sandbox: TestSandbox, mobile = "13800138000", code = "123456"): Record<string, unknown> {
  const { sdkAppId, signName, templates } = sandbox.keys.sms;
  return {
    PhoneNumberSet: [`+86${mobile}`],
    SmsSdkAppId: sdkAppId,
    SignName: signName,
    TemplateId: templates.login,
    TemplateParamSet: [code, "5"],
    SessionContext: "s-1",
  };
}
