import { unzipSync } from "fflate";
import { DateTime } from "luxon";
import { fenOfSignedYuan } from "#shared/kernel/money/money.js";
import { badBill } from "../sharedAnswers.js";
import { ChannelRefused, type BillRow, type ChannelBill } from "../port.js";
import { BillAddress } from "./answers.js";
import { callAlipay, download } from "./calls.js";
import type { AlipayMerchant } from "./merchant.js";

const METHOD = "alipay.data.dataservice.bill.downloadurl.query";

/**
 * The provider's statement of a day: its address in a signed response, then a zip of tables in GBK. Undefined
 * when nothing happened on that day.
 */
export async function tradeBill(merchant: AlipayMerchant, day: string): Promise<ChannelBill | undefined> {
  let address: string;
  try {
    const found = await callAlipay(merchant, METHOD, { bill_type: "trade", bill_date: day }, BillAddress);
    address = found.bill_download_url;
  } catch (error) {
    if (error instanceof ChannelRefused && error.code.toLowerCase() === "isp.bill_not_exist") return undefined;
    throw error;
  }
  return { day, rows: readTradeBill(tableOf(await download(merchant, address))) };
}

const MOST_UNPACKED_BYTES = 256 * 1_024 * 1_024;

/** The table of single trades; the other one in the zip holds totals. Found by content, as its name is in GBK, too. */
function tableOf(zip: Buffer): string {
  let files: Record<string, Uint8Array>;
  let unpacked = 0;
  try {
    files = unzipSync(zip, {
      filter: ({ name, originalSize }) => name.endsWith(".csv") && (unpacked += originalSize) <= MOST_UNPACKED_BYTES,
    });
  } catch {
    throw badBill("the bill is not a zip");
  }
  const tables = Object.values(files).map((bytes) => new TextDecoder("gb18030").decode(bytes));
  const table = tables.find((text) => text.includes(LIST_ENDS));
  if (table === undefined) throw badBill("the zip holds no list of trades");
  return table;
}

const LIST_ENDS = "业务明细列表结束";

/** The rows between the list's markers; the lines around them begin with #. Throws ChannelUnsure for any other format. */
export function readTradeBill(text: string): BillRow[] {
  const marks = text.split(/^#-+业务明细列表(?:结束)?-+\s*$/m);
  const [header, ...lines] = linesOf(marks[1] ?? "").map(cellsOf);
  if (marks.length !== 3 || !header?.includes("商户订单号")) throw badBill("the bill has no list of trades");
  const rows = lines.map((cells) => {
    if (cells.length !== header.length) throw badBill(`a line has ${cells.length} fields, not ${header.length}`);
    return rowOf(Object.fromEntries(header.map((name, index) => [name, cells[index]!])));
  });
  const totals = [...(marks[2] ?? "").matchAll(/^#(?:交易|退款)合计：(\d+)笔/gm)].map(([, count]) => Number(count));
  if (totals.length === 2 && totals[0]! + totals[1]! !== rows.length)
    throw badBill(`the bill reports ${totals[0]! + totals[1]!} lines and has ${rows.length}`);
  return rows;
}

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== "");
/** Each cell ends with a tab, so that a comma in a product's name does not separate cells. */
const cellsOf = (line: string): string[] => line.split(line.includes("\t,") ? "\t," : ",").map((cell) => cell.trim());

function rowOf(line: Record<string, string>): BillRow {
  const field = (name: string): string => line[name] ?? "";
  const at = DateTime.fromFormat(field("完成时间"), "yyyy-MM-dd HH:mm:ss", { zone: "Asia/Shanghai" });
  const amountFen = fenOfSignedYuan(field("订单金额（元）"));
  // The provider writes its fee as a negative number.
  const fee = fenOfSignedYuan(field("服务费（元）"), 5);
  const kinds: Record<string, BillRow["kind"]> = { 交易: "payment", 退款: "refund" };
  const kind = kinds[field("业务类型")];
  if (!kind || !at.isValid || amountFen === undefined || fee === undefined || !field("商户订单号"))
    throw badBill(`a line cannot be read: ${field("商户订单号")}`);
  const channelOrderNo = field("支付宝交易号");
  return {
    kind,
    no: field("商户订单号"),
    channelOrderNo,
    refundNo: kind === "refund" ? field("退款批次号/请求号") : null,
    channelRefundNo: kind === "refund" ? channelOrderNo : null,
    amountFen: Math.abs(amountFen),
    feeFen: fee === 0 ? 0 : -fee,
    at: at.toJSDate(),
  };
}
