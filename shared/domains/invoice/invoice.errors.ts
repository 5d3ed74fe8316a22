import { defineErrors } from "#shared/kernel/request/errors.js";

/** 2000024 is given by the interface; the others are of a free range (1014). */
export const invoiceErrors = defineErrors("invoice", {
  OrderAlreadyInvoiced: { code: 2000024, en: "The order already has invoice info", zh: "该订单已存在开票信息" },
  TitleNotFound: { code: 1014000000, en: "There is no such invoice title", zh: "发票抬头不存在" },
  TooManyTitles: {
    code: 1014000001,
    en: "There are {max} invoice titles already, delete one first",
    zh: "发票抬头最多 {max} 个，请先删除",
  },
  InvoiceNotFound: { code: 1014001000, en: "There is no such invoice", zh: "发票不存在" },
  OrderNotPaid: { code: 1014001001, en: "Only a paid order can be invoiced", zh: "订单未支付，不能开票" },
  OrderCancelled: {
    code: 1014001002,
    en: "A cancelled or fully refunded order cannot be invoiced",
    zh: "订单已取消或已全额退款，不能开票",
  },
  PriceMismatch: {
    code: 1014001003,
    en: "The amount to invoice is {price} fen: what was paid less what was refunded",
    zh: "开票金额应为 {price} 分（实付金额减去已退款金额）",
  },
  NotApplied: { code: 1014001004, en: "The invoice does not wait for being taken", zh: "发票不是【已申请】状态" },
  NotIssuing: { code: 1014001005, en: "The invoice is not being issued", zh: "发票不是【开票中】状态" },
  AtPlatform: {
    code: 1014001006,
    en: "The e-invoice provider has it, and has not answered yet",
    zh: "电子发票平台正在处理该发票，请稍后再试",
  },
  NotWaiting: {
    code: 1014001007,
    en: "The invoice does not wait for an operator",
    zh: "发票没有待处理的失败记录，无需重试",
  },
  NotIssued: {
    code: 1014001008,
    en: "Only an issued invoice can be voided and issued anew",
    zh: "只有已开具的发票才能作废重开",
  },
  /** Thrown in jobs only. */
  PlatformRefused: {
    code: 1014002000,
    en: "The e-invoice provider refused: {reason}",
    zh: "电子发票平台拒绝：{reason}",
    retry: true,
  },
});
