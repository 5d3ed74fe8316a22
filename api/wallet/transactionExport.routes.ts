import { csvExport, onlyCount, shopTime, yuan } from "#api/http/csv/csvExport.js";
import { eachWithMember } from "#shared/domains/member/index.js";
import {
  eachWalletTransaction,
  pageWalletTransactions,
  type WalletTransactionFilter,
} from "#shared/domains/wallet/index.js";
import { WalletTransactionAdminPageQuery } from "./wallet.schemas.js";
import { walletTransactionView } from "./wallet.views.js";

interface Query extends Omit<WalletTransactionFilter, "memberId" | "between"> {
  userId?: number | undefined;
  createTime?: WalletTransactionFilter["between"];
}
const filterOf = ({ userId: memberId, createTime: between, ...same }: Query): WalletTransactionFilter => ({
  ...same,
  memberId,
  between,
});

export const walletTransactionExport = csvExport({
  path: "/admin-api/pay/wallet-transaction",
  noun: "pay:wallet-transaction",
  summary: "Exports the ledger rows that match the same filters as a CSV file",
  pageQuery: WalletTransactionAdminPageQuery,
  count: async (query) => (await pageWalletTransactions(filterOf(query), onlyCount)).total,
  rows: (query) => eachWithMember(eachWalletTransaction(filterOf(query))),
  columns: [
    ["Row", "流水编号", (row) => row._id],
    ["Number", "流水号", (row) => row.no],
    ["Time", "时间", (row) => shopTime(row.createdAt)],
    ["Wallet", "钱包编号", (row) => row.walletId],
    ["Member", "会员编号", (row) => row.memberId],
    ["Nickname", "会员昵称", (row) => row.member?.nickname ?? ""],
    ["Title", "标题", (row) => walletTransactionView(row).title],
    ["Cause", "业务编号", (row) => row.bizId],
    ["In (yuan)", "收入(元)", (row) => (row.priceFen > 0 ? yuan(row.priceFen) : null)],
    ["Out (yuan)", "支出(元)", (row) => (row.priceFen < 0 ? yuan(-row.priceFen) : null)],
    ["Balance (yuan)", "余额(元)", (row) => yuan(row.balanceAfterFen)],
    ["Operator's reason", "操作原因", (row) => row.note],
  ],
});
