/** The trade statement of a day: a zip with a table of single trades and one of their sums, in GBK. */
import { zipSync } from "fflate";
import { beijingClock } from "../beijingTime.js";
import { gbkBytes } from "../gbk.js";
import type { AlipayRefund } from "./refund.js";
import { yuanOf, type AlipayTrade } from "./trade.js";

const COLUMNS =
  "支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注";
const SUM_COLUMNS =
  "门店编号,门店名称,交易订单总笔数,退款订单总笔数,订单金额（元）,商家实收（元）,支付宝优惠（元）,商家优惠（元）,卡消费金额（元）,服务费（元）,分润（元）,实收净额（元）";
const RULE = "-".repeat(41);

/** 0.6 percent, rounded half up. */
const feeOf = (fen: number): number => Math.floor((fen * 6 + 500) / 1_000);

interface Line {
  at: number;
  kind: "交易" | "退款";
  trade: AlipayTrade;
  /** Negative for a refund. */
  amount: number;
  fee: number;
  requestNo: string;
}

/** The zip, or undefined when nothing happened on that day (yyyy-MM-dd of Beijing). */
export function tradeBillZip(
  day: string,
  owner: { sellerId: string; at: number },
  trades: AlipayTrade[],
  refunds: AlipayRefund[],
): Buffer | undefined {
  const byNo = new Map(trades.map((trade) => [trade.outTradeNo, trade]));
  const of = (at: number | null): boolean => at !== null && beijingClock(at).startsWith(day);
  const lines: Line[] = trades
    .filter(({ paidAt }) => of(paidAt))
    .map((trade) => {
      const amount = trade.paidTotal ?? 0;
      return { at: trade.paidAt ?? 0, kind: "交易", trade, amount, fee: -feeOf(amount), requestNo: "" };
    });
  for (const refund of refunds) {
    const trade = byNo.get(refund.outTradeNo);
    if (!trade || refund.state !== "success" || !of(refund.settledAt)) continue;
    const { refund: amount, outRequestNo: requestNo, settledAt } = refund;
    lines.push({ at: settledAt ?? 0, kind: "退款", trade, amount: -amount, fee: feeOf(amount), requestNo });
  }
  if (lines.length === 0) return undefined;
  const name = `${owner.sellerId}_${day.replaceAll("-", "")}_业务明细`;
  return Buffer.from(
    zipSync({
      [`${name}.csv`]: gbkBytes(
        listOf(
          day,
          owner,
          lines.toSorted((a, b) => a.at - b.at),
        ),
      ),
      [`${name}(汇总).csv`]: gbkBytes(sumsOf(day, owner, lines)),
    }),
  );
}

const headOf = (day: string, sellerId: string): string[] => [
  "#支付宝业务明细查询",
  `#账号：[${sellerId}0156]`,
  `#起始日期：[${spoken(day)}]   终止日期：[${spoken(nextDay(day))}]`,
];
const spoken = (day: string): string => `${day.slice(0, 4)}年${day.slice(5, 7)}月${day.slice(8)}日 00:00:00`;
const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

function listOf(day: string, owner: { sellerId: string; at: number }, lines: Line[]): string {
  const totalOf = (kind: Line["kind"]): string => {
    const of = lines.filter((line) => line.kind === kind);
    const sum = yuanOf(of.reduce((total, { amount }) => total + amount, 0));
    return `#${kind}合计：${of.length}笔，商家实收共${sum}元，商家优惠共0.00元`;
  };
  return `${[
    ...headOf(day, owner.sellerId),
    `#${RULE}业务明细列表${RULE}`,
    COLUMNS,
    ...lines.map(cellsOf),
    `#${RULE}业务明细列表结束${RULE}`,
    totalOf("交易"),
    totalOf("退款"),
    `#导出时间：[${beijingClock(owner.at)}]`,
  ].join("\r\n")}\r\n`;
}

/** Red envelope, points, the provider's and the shop's discount, vouchers and their name, the shop's envelope, card. */
const NO_COUPONS = ["0.00", "0.00", "0.00", "0.00", "0.00", "", "0.00", "0.00"];

function cellsOf({ at, kind, trade, amount, fee, requestNo }: Line): string {
  const cells = [
    trade.tradeNo,
    trade.outTradeNo,
    kind,
    trade.subject,
    beijingClock(trade.createdAt),
    beijingClock(at),
    "",
    "",
    "",
    "",
    "*沙箱(159****5620)",
    yuanOf(amount),
    yuanOf(amount),
    ...NO_COUPONS,
    requestNo,
    yuanOf(fee),
    "0.00",
    trade.subject,
  ];
  // A tab after each cell keeps a spreadsheet from converting numbers. Texts stand as they came.
  return cells.map((text) => `${text}\t`).join(",");
}

function sumsOf(day: string, owner: { sellerId: string }, lines: Line[]): string {
  const paid = lines.filter(({ kind }) => kind === "交易").length;
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  const fee = lines.reduce((sum, line) => sum + line.fee, 0);
  const counts = [String(paid), String(lines.length - paid)];
  const cells = ["合计", "", ...counts, yuanOf(amount), yuanOf(amount), "0.00", "0.00", "0.00", yuanOf(fee), "0.00"];
  return `${[
    ...headOf(day, owner.sellerId),
    `#${RULE}业务汇总列表${RULE}`,
    SUM_COLUMNS,
    [...cells, yuanOf(amount + fee)].map((text) => `${text}\t`).join(","),
    `#${RULE}业务汇总列表结束${RULE}`,
  ].join("\r\n")}\r\n`;
}
