import { createHash } from "node:crypto";
import { DateTime } from "luxon";
import { z } from "zod";
import { fenOfSignedYuan } from "#shared/kernel/money/money.js";
import { badBill } from "../sharedAnswers.js";
import { ChannelRefused, ChannelUnsure, type BillRow, type ChannelBill } from "../port.js";
import { callWechatpay, readAnswer, sendTo, type ProviderKeyFor } from "./calls.js";
import type { WechatpayMerchant } from "./merchant.js";

const BillFile = z.object({ hash_type: z.string(), hash_value: z.string(), download_url: z.url() });
const DOWNLOAD = { timeoutMs: 60_000, maxBytes: 128 * 1_024 * 1_024 };

/**
 * The provider's statement of a day: its address and hash come in a signed response, then the file itself, unsigned, is
 * checked against the hash. Undefined when nothing happened on that day. Throws ChannelUnsure while it is being made.
 */
export async function tradeBill(
  merchant: WechatpayMerchant,
  day: string,
  providerKeyFor: ProviderKeyFor,
): Promise<ChannelBill | undefined> {
  const path = `/v3/bill/tradebill?bill_date=${encodeURIComponent(day)}&bill_type=ALL`;
  let file: z.output<typeof BillFile>;
  try {
    file = readAnswer(BillFile, await callWechatpay(merchant, "GET", path, undefined, providerKeyFor));
  } catch (error) {
    if (!(error instanceof ChannelRefused)) throw error;
    if (error.code === "NO_STATEMENT_EXIST") return undefined;
    if (error.code === "STATEMENT_CREATING") throw new ChannelUnsure(error.code, error.reason, true);
    throw error;
  }
  const answer = await sendTo(merchant, "GET", new URL(file.download_url), undefined, DOWNLOAD);
  if (answer.status !== 200) throw new ChannelUnsure(`HTTP_${answer.status}`, "the bill cannot be downloaded", true);
  const hash = createHash("sha1").update(answer.body).digest("hex");
  if (file.hash_type !== "SHA1" || hash !== file.hash_value.toLowerCase())
    throw new ChannelUnsure("BAD_HASH", "the bill is not what the provider announced", true);
  return { day, rows: readTradeBill(answer.body.toString("utf8"), merchant.mchId) };
}

/** Each field begins with a back-tick, so that no spreadsheet reformats a number. */
const plain = (field: string): string => field.trim().replace(/^`/, "");

/**
 * The rows of a statement: a header, one line each, then a header and a line of totals, which must match. Payments and
 * refunds have the same columns. Throws ChannelUnsure for any other format.
 */
export function readTradeBill(text: string, mchId: string): BillRow[] {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => line.split(",`"));
  const header = (lines[0] ?? []).flatMap((cell) => cell.split(",")).map(plain);
  const sumsAt = lines.findIndex(([first]) => first?.startsWith("总交易单数"));
  if (!header.includes("商户订单号") || sumsAt < 1) throw badBill("the bill has no header or no sums");
  const rows = lines.slice(1, sumsAt).map((cells) => {
    const fields = wholeName(cells, header).map(plain);
    if (fields.length !== header.length) throw badBill(`a line has ${fields.length} fields, not ${header.length}`);
    return rowOf(Object.fromEntries(header.map((name, index) => [name, fields[index]!])), mchId);
  });
  const total = Number(plain(lines[sumsAt + 1]?.[0] ?? ""));
  if (total !== rows.length) throw badBill(`the bill reports ${total} lines and has ${rows.length}`);
  return rows;
}

/** The name of goods is a text of the shop's, which may hold what separates fields. */
function wholeName(cells: readonly string[], header: readonly string[]): string[] {
  const at = header.indexOf("商品名称");
  const surplus = cells.length - header.length;
  if (at < 0 || surplus <= 0) return [...cells];
  return [...cells.slice(0, at), cells.slice(at, at + surplus + 1).join(",`"), ...cells.slice(at + surplus + 1)];
}

function rowOf(line: Record<string, string>, mchId: string): BillRow {
  const field = (name: string): string => line[name] ?? "";
  if (field("商户号") !== mchId) throw badBill(`a line is of merchant ${field("商户号")}`);
  const at = DateTime.fromFormat(field("交易时间"), "yyyy-MM-dd HH:mm:ss", { zone: "Asia/Shanghai" });
  const isRefund = field("交易状态") !== "SUCCESS";
  // The ordered amount, before the provider's own coupons; older statements have only the settled amounts.
  const amount = isRefund ? field("申请退款金额") || field("退款金额") : field("订单金额") || field("应结订单金额");
  const amountFen = fenOfSignedYuan(amount);
  const feeFen = fenOfSignedYuan(field("手续费"), 5);
  if (!at.isValid || amountFen === undefined || feeFen === undefined || !field("商户订单号"))
    throw badBill(`a line cannot be read: ${field("商户订单号")}`);
  const common = { no: field("商户订单号"), channelOrderNo: field("微信订单号"), amountFen, feeFen, at: at.toJSDate() };
  if (!isRefund) return { kind: "payment", ...common, refundNo: null, channelRefundNo: null };
  return { kind: "refund", ...common, refundNo: field("商户退款单号"), channelRefundNo: field("微信退款单号") };
}
