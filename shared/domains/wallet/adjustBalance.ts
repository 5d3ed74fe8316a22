import { recordOperation } from "#shared/domains/audit/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { postToLedger } from "./ledger.js";
import { WalletModel, type WalletDoc } from "./wallet.model.js";
import { walletOfMember } from "./wallet.queries.js";
import { withWalletLock } from "./walletLocks.js";
import { WalletBizType } from "./wallet.codes.js";

/**
 * An operator changes a balance (bizType 5), never below 0, with the reason in the audit log and the ledger row. Two
 * calls are two changes: a client that may repeat one sends an Idempotency-Key. Throws 1004001000, BalanceShort
 * 1007007001.
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
