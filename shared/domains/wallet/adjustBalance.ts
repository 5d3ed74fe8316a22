import { recordOperation } from "#shared/domains/audit/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { postToLedger } from "./ledger.js";
import { WalletModel, type WalletDoc } from "./wallet.model.js";
import { walletOfMember } from "./wallet.queries.js";
import { withWalletLock } from "./walletLocks.js";
import { WalletBizType } from "./wallet.codes.js";

/**
 * An operator adds to a balance or takes from it (bizType 5), with the reason in the audit log and beside the ledger row; never below 0. Two calls
 * are two changes: whoever may send twice gives an Idempotency-Key. Throws 1004001000, BalanceShort 1007007001.
 */
export async function adjustBalance({
  memberId,
  changeFen,
  reason,
}: {
  memberId: number;
  changeFen: number;
  reason: string;
}): Promise<true> {
  const before = await walletOfMember(memberId);
  const bizId = String(await nextId("walletAdjustments"));
  return withWalletLock(memberId, () =>
    inTransaction(async () => {
      const current = (await WalletModel.findById(before._id).lean<WalletDoc>()) ?? before;
      const row = await postToLedger({
        memberId,
        bizType: WalletBizType.adjustment,
        bizId,
        priceFen: changeFen,
        inc: { balanceFen: changeFen },
        note: reason,
      });
      await recordOperation({
        module: "pay",
        action: "wallet.updateBalance",
        bizId: memberId,
        before: { balance: current.balanceFen },
        after: { balance: row.balanceAfterFen, change: changeFen, reason, no: row.no },
      });
      return true as const;
    }),
  );
}
