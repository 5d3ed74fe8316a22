import { assertAmount, postToLedger } from "./ledger.js";
import { WalletBizType } from "./wallet.codes.js";

/**
 * Refunds a payment to the wallet (bizType 4), once per refund, in the caller's transaction. Throws WalletRefundExists
 * 1007007003 when the refund was made with another amount.
 */
export async function refundToWallet({
  memberId,
  amountFen,
  refundId,
  spentFen = amountFen,
  title,
}: {
  memberId: number;
  amountFen: number;
  refundId: number;
  /** The part that was paid from the wallet; default: all of it. */
  spentFen?: number;
  title?: string | undefined;
}): Promise<{ no: string }> {
  assertAmount(amountFen);
  const { no } = await postToLedger({
    memberId,
    bizType: WalletBizType.paymentRefund,
    bizId: String(refundId),
    priceFen: amountFen,
    inc: { balanceFen: amountFen, totalExpenseFen: -spentFen },
    title,
  });
  return { no };
}
