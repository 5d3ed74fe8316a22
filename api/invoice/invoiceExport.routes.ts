import { csvExport, named, onlyCount, shopTime, yuan } from "#api/http/csv/csvExport.js";
import { eachInvoice, pageInvoices } from "#shared/domains/invoice/index.js";
import { eachWithMember } from "#shared/domains/member/index.js";
import { InvoicePageQuery } from "./invoiceAdmin.schemas.js";
import { InvoiceMedium, InvoiceStatus, InvoiceType, TitleType } from "#shared/domains/invoice/invoice.states.js";

const status = named({
  [InvoiceStatus.rejected]: ["rejected", "已驳回"],
  [InvoiceStatus.applied]: ["applied", "已申请"],
  [InvoiceStatus.issuing]: ["issuing", "开票中"],
  [InvoiceStatus.issued]: ["done", "已开票"],
  [InvoiceStatus.voided]: ["voided", "已作废"],
});
const medium = named({ [InvoiceMedium.paper]: ["paper", "纸质"], [InvoiceMedium.electronic]: ["electronic", "电子"] });
const kind = named({
  [InvoiceType.ordinary]: ["ordinary", "普通发票"],
  [InvoiceType.special]: ["special", "专用发票"],
});
const title = named({ [TitleType.personal]: ["person", "个人"], [TitleType.company]: ["company", "企业"] });

export const invoiceExport = csvExport({
  path: "/admin-api/member/invoice",
  noun: "member:invoice",
  summary: "Exports the invoices that match the same filters as a CSV file",
  pageQuery: InvoicePageQuery,
  count: async (query) => (await pageInvoices(query, onlyCount)).total,
  rows: (query) => eachWithMember(eachInvoice(query)),
  columns: [
    ["Invoice", "发票编号", (row) => row._id],
    ["Applied at", "申请时间", (row) => shopTime(row.createdAt)],
    ["Status", "状态", (row) => status(row.status)],
    ["Form", "介质", (row) => medium(row.type)],
    ["Kind", "发票类型", (row) => kind(row.invoiceType)],
    ["Order no.", "订单号", (row) => row.orderNo],
    ["Member", "会员编号", (row) => row.memberId],
    ["Nickname", "会员昵称", (row) => row.member?.nickname ?? ""],
    ["For", "抬头类型", (row) => title(row.titleType)],
    ["Title", "抬头", (row) => row.title],
    ["Tax no.", "税号", (row) => row.taxNo],
    ["Amount (yuan)", "金额(元)", (row) => yuan(row.priceFen)],
    ["Company's address", "企业地址", (row) => row.address],
    ["Phone", "电话", (row, sight) => sight.mobile(row.phone)],
    ["Bank", "开户行", (row) => row.bankAddress],
    ["Account", "银行账号", (row) => row.bankNo],
    ["Mail", "邮箱", (row) => row.email],
    ["Sent to", "邮寄地址", (row) => row.mailingAddress],
    ["Invoice code", "发票代码", (row) => row.bill.invoiceCode],
    ["Invoice no.", "发票号码", (row) => row.bill.invoiceNo],
    ["Issued at", "开票时间", (row) => shopTime(row.bill.issuedAt ?? row.doneAt)],
    ["Red letter no.", "红字发票号码", (row) => row.red.invoiceNo],
    ["Parcel no.", "快递单号", (row) => row.trackingNo],
    ["Waits because", "待处理原因", (row) => (row.stuckAt ? row.failReason : "")],
    ["Rejected because", "驳回原因", (row) => row.rejectReason],
  ],
});
