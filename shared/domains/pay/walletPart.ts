import { payErrors } from "./pay.errors.js";
import type { PayOrderDoc } from "./payOrder.model.js";

/**
 * Refuses a wallet part (contract 6). Nobody has a balance yet, so every part above 0 is one that the balance does not
 * cover. Throws 1007002004 with the inner code in brackets.
 */
export function refuseWalletPart(walletPart: string, order: Pick<PayOrderDoc, "isVirtual" | "priceFen">): void {
  if (walletPart === "0") return;
  if (order.isVirtual) throw payErrors.PayStartFailed({ code: 1007007104, reason: "virtual goods" });
  if (!/^[1-9]\d{0,15}$/.test(walletPart))
    throw payErrors.PayStartFailed({ code: 1007007103, reason: "wallet_combination_payment_price" });
  throw payErrors.PayStartFailed({ code: 1007007001, reason: "the wallet balance is short" });
}
