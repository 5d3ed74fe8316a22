import { ownerNow } from "#shared/domains/member/index.js";
import { gatherInserts } from "#shared/kernel/mongo/gathered.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { assertAmount, changeWallet } from "./ledger.js";
import { walletErrors } from "./wallet.errors.js";
import { WalletFreezeModel, type WalletFreezeDoc } from "./walletFreeze.model.js";
import { inWalletTransaction } from "./walletLocks.js";

/**
 * Freezes an amount: balance -> frozen, without a ledger row, in the caller's transaction. Idempotent per freezeId.
 * Throws BalanceShort 1007007001; FreezeEnded 1007007005 when that freeze has ended already.
 */
export async function freezeBalance({
  memberId,
  amountFen,
  freezeId,
}: {
  memberId: number;
  amountFen: number;
  freezeId: string;
}): Promise<void> {
  assertAmount(amountFen);
  await inWalletTransaction(memberId, async () => {
    const known = await WalletFreezeModel.findById(freezeId).lean<WalletFreezeDoc>();
    if (known) {
      if (known.state !== "held") throw walletErrors.FreezeEnded();
      const isOwn = known.memberId === memberId || known.memberId === (await ownerNow(memberId));
      if (isOwn && known.amountFen === amountFen) return;
      throw new Error(`${freezeId} freezes another wallet or amount already`);
    }
    const wallet = await changeWallet(memberId, { balanceFen: -amountFen, frozenFen: amountFen });
    const onDuplicate = (): Error => new LostRace(freezeId);
    const held = { _id: freezeId, memberId: wallet.memberId, amountFen, state: "held" } as const;
    await gatherInserts(WalletFreezeModel, [held], { onDuplicate });
  });
}
