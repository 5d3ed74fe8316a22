import { assertAmount, postToLedger } from "./ledger.js";
import { WalletBizType } from "./wallet.codes.js";

/**
 * Credits a paid recharge (bizType 1), once, in the caller's transaction; its bonus is a row of its own with its own
 * bizId (rules: Wallet).
 */
export async function creditRecharge({
  memberId,
  amountFen,
  rechargeId,
  part,
}: {
  memberId: number;
  amountFen: number;
  rechargeId: number;
  part: "paid" | "bonus";
}): Promise<{ no: string }> {
  assertAmount(amountFen);
  const { no } = await postToLedger({
    memberId,
    bizType: WalletBizType.recharge,
    bizId: part === "paid" ? String(rechargeId) : `${rechargeId}-bonus`,
    priceFen: amountFen,
    inc: { balanceFen: amountFen, totalRechargeFen: amountFen },
  });
  return { no };
}
