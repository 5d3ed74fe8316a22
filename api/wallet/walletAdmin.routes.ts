import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { pageWithMembers, withMember } from "#shared/domains/member/index.js";
import {
  adjustBalance,
  clearPaymentPassword,
  memberWallet,
  pageWallets,
  pageWalletTransactions,
} from "#shared/domains/wallet/index.js";
import {
  PaymentPasswordClearBody,
  WalletAdminPage,
  WalletAdminPageQuery,
  WalletAdminQuery,
  WalletAdminView,
  WalletBalanceUpdateBody,
  WalletTransactionAdminPage,
  WalletTransactionAdminPageQuery,
} from "./wallet.schemas.js";
import { walletAdminView, walletTransactionAdminView } from "./wallet.views.js";

const walletPage = endpoint({
  method: "get",
  path: "/admin-api/pay/wallet/page",
  access: operator("pay:wallet:query"),
  summary: "Lists wallets, newest first",
  input: { query: WalletAdminPageQuery },
  output: WalletAdminPage,
  handle: async ({ query }) => pageWithMembers(await pageWallets(query, query)),
  view: ({ list, total }) => ({ list: list.map(walletAdminView), total }),
});

const walletGet = endpoint({
  method: "get",
  path: "/admin-api/pay/wallet/get",
  access: operator("pay:wallet:query"),
  summary: "Returns the wallet of a member",
  input: { query: WalletAdminQuery },
  output: WalletAdminView,
  handle: async ({ query }) => withMember(await memberWallet(query.userId)),
  view: walletAdminView,
});

const balanceUpdate = endpoint({
  method: "put",
  path: "/admin-api/pay/wallet/update-balance",
  access: operator("pay:wallet:update-balance"),
  summary: "Adjusts a balance; balance is the signed change",
  input: { body: WalletBalanceUpdateBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ body }) => adjustBalance({ memberId: body.userId, changeFen: body.balance, reason: body.reason }),
});

const paymentPasswordClear = endpoint({
  method: "put",
  path: "/admin-api/pay/wallet/clear-payment-password",
  access: operator("pay:wallet:clear-payment-password"),
  summary: "Removes a forgotten payment password; ends all sessions of the member",
  input: { body: PaymentPasswordClearBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ body }) => clearPaymentPassword(body.userId, body.reason),
});

const transactionPage = endpoint({
  method: "get",
  path: "/admin-api/pay/wallet-transaction/page",
  access: operator("pay:wallet:query"),
  summary: "Lists ledger rows by member, wallet, cause and period, newest first",
  input: { query: WalletTransactionAdminPageQuery },
  output: WalletTransactionAdminPage,
  handle: async ({ query }) => {
    const { userId: memberId, walletId, bizType, bizId, type, createTime: between } = query;
    return pageWithMembers(await pageWalletTransactions({ memberId, walletId, bizType, bizId, type, between }, query));
  },
  view: ({ list, total }) => ({ list: list.map(walletTransactionAdminView), total }),
});

export const walletAdminEndpoints = [walletPage, walletGet, balanceUpdate, paymentPasswordClear, transactionPage];
