import { assertAmount, postToLedger } from "./ledger.js";
import { WalletBizType } from "./wallet.codes.js";

/**
 * Pays a pay order from the balance (bizType 3), once, in the caller's transaction. `no` is the ledger row's number.
 * Throws BalanceShort 1007007001. A caller that opens the transaction takes withWalletLock first.
 */
export async function payFromWallet({
  memberId,
  amountFen,
  payOrderId,
  isNew = false,
}: {
  memberId: number;
  amountFen: number;
  payOrderId: number;
  /** The same transaction marks the pay order as paid. */
  isNew?: boolean;
}): Promise<{ no: string }> {
  assertAmount(amountFen);
  const { no } = await postToLedger({
    memberId,
    bizType: WalletBizType.payment,
    bizId: String(payOrderId),
    priceFen: -amountFen,
    inc: { balanceFen: -amountFen, totalExpenseFen: amountFen },
    isNew,
  });
  return { no };
}
