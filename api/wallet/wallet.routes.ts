import { countedWhole } from "#shared/kernel/lists/pageOf.js";
import { z } from "zod";
import { endpoint, member } from "#api/http/endpoint.js";
import {
  changePaymentPassword,
  pageWalletTransactions,
  paymentPublicKey,
  sumWalletTransactions,
  validatePaymentPassword,
  walletOf,
} from "#shared/domains/wallet/index.js";
import {
  PaymentPasswordUpdateBody,
  PaymentPasswordValidateBody,
  PaymentPublicKey,
  WalletSummary,
  WalletSummaryBody,
  WalletTransactionPage,
  WalletTransactionPageBody,
  WalletView,
} from "./wallet.schemas.js";
import { walletTransactionView, walletView } from "./wallet.views.js";

const getWallet = endpoint({
  method: "get",
  path: "/app-api/pay/wallet/get",
  access: member(),
  summary: "Returns the member's wallet; an empty one is created at first use",
  output: WalletView,
  handle: ({ actor }) => walletOf(actor.memberId),
  view: walletView,
});

const transactionPage = endpoint({
  method: "post",
  path: "/app-api/pay/wallet-transaction/page",
  access: member(),
  summary: "Lists the wallet's income (type 1) or expense (type 2), newest first",
  input: { body: WalletTransactionPageBody },
  output: WalletTransactionPage,
  handle: ({ body, actor }) =>
    pageWalletTransactions({ memberId: actor.memberId, type: body.type, between: body.createTime }, countedWhole(body)),
  view: ({ list, total }) => ({ list: list.map(walletTransactionView), total }),
});

const transactionSummary = endpoint({
  method: "post",
  path: "/app-api/pay/wallet-transaction/get-summary",
  access: member(),
  summary: "Returns the sums of expense (<= 0) and income in a period; of all time without one",
  input: { body: WalletSummaryBody },
  output: WalletSummary,
  handle: ({ body, actor }) => sumWalletTransactions(actor.memberId, body.createTime),
  view: ({ totalExpenseFen, totalIncomeFen }) => ({ totalExpense: totalExpenseFen, totalIncome: totalIncomeFen }),
});

const getPublicKey = endpoint({
  method: "get",
  path: "/app-api/pay/wallet/getPaymentPwdPublicKey",
  access: member(),
  summary: "Returns the key that payment passwords are encrypted with: base64 of RSA-OAEP-SHA256",
  output: PaymentPublicKey,
  handle: () => paymentPublicKey(),
});

const validatePassword = endpoint({
  method: "post",
  path: "/app-api/pay/wallet/validatePaymentPwd",
  access: member(),
  summary: "Verifies the payment password; the session may then pay from the wallet for 5 min",
  input: { body: PaymentPasswordValidateBody },
  output: z.boolean(),
  handle: ({ body, actor }) => validatePaymentPassword(actor, body.password),
});

const updatePassword = endpoint({
  method: "post",
  path: "/app-api/pay/wallet/updatePaymentPwd",
  access: member(),
  summary: 'Sets (oldPassword "") or changes the payment password of six digits',
  input: { body: PaymentPasswordUpdateBody },
  output: z.boolean(),
  handle: ({ body, actor }) => changePaymentPassword(actor.memberId, body),
});

export const walletEndpoints = [
  getWallet,
  transactionPage,
  transactionSummary,
  getPublicKey,
  validatePassword,
  updatePassword,
];
