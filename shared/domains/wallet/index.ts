export { walletErrors } from "./wallet.errors.js";
export type { WalletDoc } from "./wallet.model.js";
export { memberWallet, pageWallets, walletOf } from "./wallet.queries.js";
export { withWalletLock } from "./walletLocks.js";
export { payFromWallet } from "./payFromWallet.js";
export { freezeBalance } from "./freezeBalance.js";
export { captureFrozen, captureRechargeRefund, releaseFrozen } from "./endFreeze.js";
export { refundToWallet } from "./refundToWallet.js";
export { closeWallet, hasFrozenMoney, holdsMoney, requireOpenWallet } from "./closeWallet.js";
export { hasWalletMoney } from "./moveWallet.js";
export { adjustBalance } from "./adjustBalance.js";
export { changePaymentPassword } from "./paymentPassword/changePaymentPassword.js";
export { clearPaymentPassword } from "./paymentPassword/clearPaymentPassword.js";
export { validatePaymentPassword } from "./paymentPassword/validatePaymentPassword.js";
export { paymentPublicKey } from "./paymentPassword/paymentKeys.js";
export { lookUpToSpend, readToSpend, toSpendOf, type FoundToSpend } from "./paymentPassword/readToSpend.js";
export {
  eachWalletTransaction,
  pageWalletTransactions,
  spentFromWallets,
  sumWalletTransactions,
  type WalletTransactionFilter,
} from "./walletTransaction.queries.js";
export type { WalletTransactionDoc } from "./walletTransaction.model.js";
