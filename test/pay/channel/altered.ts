import { createPrivateKey } from "node:crypto";
import { noticeCallback as alipayCallback, noticeParameters, type Notifier } from "#scripts/sandbox/alipay/notice.js";
import type { SandboxKeys } from "#scripts/sandbox/keyTypes.js";
import { noticeCallback as wechatpayCallback } from "#scripts/sandbox/wechatpay/notice.js";
import type { Submitted } from "../support.js";

/** Bits of a field that are tried, besides all of its last three bytes: there an encoding has some that it does not read. */
const BITS = 6;

/** A callback as its bytes. */
export interface Sent {
  headers: Record<string, string>;
  body: Buffer;
}
interface Change {
  field: string;
  sent: Sent;
}

/** What the provider tells of a payment of `order`; `change` is over the content, before it is sealed and signed. */
export function wechatpayNotice(
  { wechatpay }: SandboxKeys,
  { no, order }: Submitted,
  change: object = {},
  by: { apiV3Key?: string; ageS?: number } = {},
): Sent {
  const amount = { total: order.priceFen, currency: "CNY", payer_total: order.priceFen, payer_currency: "CNY" };
  const content = {
    appid: wechatpay.appId,
    mchid: wechatpay.mchId,
    out_trade_no: no,
    transaction_id: `4200${no}`,
    trade_type: "NATIVE",
    trade_state: "SUCCESS",
    success_time: "2026-11-21T10:00:00+08:00",
    payer: { openid: "oAltered" },
    amount,
    ...change,
  };
  const signer = {
    serial: wechatpay.platformSerial,
    privateKey: createPrivateKey(wechatpay.platformPrivateKey),
    now: () => Date.now() - (by.ageS ?? 0) * 1_000,
  };
  const callback = wechatpayCallback(
    { eventType: "TRANSACTION.SUCCESS", summary: "支付成功", original: "transaction", content },
    { url: "", subject: no },
    { signer, apiV3Key: by.apiV3Key ?? wechatpay.apiV3Key },
  );
  return { headers: { "content-type": "application/json", ...callback.headers() }, body: Buffer.from(callback.body) };
}

export function alipayNotice({ alipay }: SandboxKeys, { no, order }: Submitted, change: Partial<Notifier> = {}): Sent {
  const at = Date.now();
  const by = {
    appId: alipay.appId,
    sellerId: alipay.sellerId,
    privateKey: createPrivateKey(alipay.platformPrivateKey),
    now: () => at,
    ...change,
  };
  const trade = {
    outTradeNo: no,
    tradeNo: `2026${no}`,
    kind: "PAGE" as const,
    subject: "两件 & 商品 = 1+1",
    body: "two goods",
    passback: "back",
    total: order.priceFen,
    notifyUrl: null,
    state: "TRADE_SUCCESS" as const,
    expiresAt: null,
    buyerId: "2088000000000001",
    paidTotal: order.priceFen,
    paidAt: at,
    refunded: 0,
    returned: 0,
    createdAt: at,
  };
  const { body, headers } = alipayCallback(noticeParameters(by, trade), "", by);
  return { headers: headers(), body: Buffer.from(body) };
}

/** Which bits are turned: seeded ones, and all of the last three bytes. */
function bitsOf(length: number, random: () => number): number[] {
  const bits = Array.from({ length: BITS }, () => Math.floor(random() * length * 8));
  for (let bit = Math.max(0, length - 3) * 8; bit < length * 8; bit++) bits.push(bit);
  return [...new Set(bits)];
}

export function flipped(bytes: Buffer, bit: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[bit >> 3]! ^= 1 << (bit & 7);
  return changed;
}

/** Each signed header with one bit turned, as far as it can travel at all; then each value in the body, in its raw bytes. */
export function wechatpayChanges(sent: Sent, random: () => number): Change[] {
  const changes: Change[] = [];
  for (const field of ["Wechatpay-Timestamp", "Wechatpay-Nonce", "Wechatpay-Signature", "Wechatpay-Serial"]) {
    const value = Buffer.from(sent.headers[field]!, "latin1");
    for (const bit of bitsOf(value.length, random)) {
      const text = flipped(value, bit).toString("latin1");
      if (/^[\x21-\x7e\x80-\xff]+$/.test(text))
        changes.push({ field, sent: { ...sent, headers: { ...sent.headers, [field]: text } } });
    }
  }
  const text = sent.body.toString("latin1");
  for (const [whole, name, value] of text.matchAll(/"(\w+)":"([^"]*)"/g)) {
    const from = text.indexOf(whole) + whole.length - 1 - value!.length;
    for (const bit of bitsOf(value!.length, random))
      changes.push({ field: name!, sent: { ...sent, body: flipped(sent.body, from * 8 + bit) } });
  }
  return changes;
}

/** Each value and each name of the form with one bit turned, sent as what it then is. */
export function alipayChanges(sent: Sent, random: () => number): Change[] {
  const pairs = [...new URLSearchParams(sent.body.toString("utf8"))].map((pair) =>
    pair.map((text) => Buffer.from(text)),
  );
  const written = (bytes: Buffer): string =>
    [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const changes: Change[] = [];
  for (const [index, pair] of pairs.entries())
    for (const part of [0, 1])
      for (const bit of bitsOf(pair[part]!.length, random).slice(0, part === 0 ? 2 : undefined)) {
        const other = pairs.map((each, at) =>
          each.map((bytes, side) => written(at === index && side === part ? flipped(bytes, bit) : bytes)).join("="),
        );
        const field = `${pair[0]}${part === 0 ? " (its name)" : ""}`;
        changes.push({ field, sent: { ...sent, body: Buffer.from(other.join("&")) } });
      }
  return changes;
}
