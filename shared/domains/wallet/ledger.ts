import { ownerElsewhere, ownerNow } from "#shared/domains/member/index.js";
import { gatherInserts } from "#shared/kernel/mongo/gathered.js";
import { nextId, serialNumber } from "#shared/kernel/mongo/ids.js";
import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { WalletModel, type WalletDoc } from "./wallet.model.js";
import { walletErrors } from "./wallet.errors.js";
import { walletOf } from "./wallet.queries.js";
import { inWalletTransaction } from "./walletLocks.js";
import { WalletTransactionModel, type WalletTransactionDoc } from "./walletTransaction.model.js";
import { WalletBizType } from "./wallet.codes.js";

interface Posting {
  memberId: number;
  bizType: WalletBizType;
  bizId: string;
  /** The row's signed amount: the sum of the changes of balance and frozen. */
  priceFen: number;
  inc: WalletChange;
  title?: string | null | undefined;
  /** Shown to operators only. */
  note?: string | undefined;
  /** The same transaction makes a state transition that happens once, so no row can exist yet. */
  isNew?: boolean;
}
export type WalletChange = Partial<Record<"balanceFen" | "frozenFen" | "totalExpenseFen" | "totalRechargeFen", number>>;

/** Amounts are whole positive fen; anything else is a bug of the caller, not a refusal. */
export function assertAmount(amountFen: number): void {
  if (!Number.isSafeInteger(amountFen) || amountFen < 1) throw new Error(`${amountFen} is no amount of fen`);
}

/**
 * The only way money enters or leaves a wallet: one guarded update and one ledger row, in one transaction (the
 * caller's, if there is one). A second call with the same (bizType, bizId) changes nothing and returns the existing
 * row. Throws BalanceShort, WalletClosed.
 */
export async function postToLedger(posting: Posting): Promise<WalletTransactionDoc> {
  const { memberId, bizType, bizId, priceFen, inc, title = null, note = null } = posting;
  if ((inc.balanceFen ?? 0) + (inc.frozenFen ?? 0) !== priceFen)
    throw new Error(`a ledger row of ${priceFen} fen does not say what it changes: ${JSON.stringify(inc)}`);
  const _id = await nextId("walletTransactions");
  return inWalletTransaction(memberId, async () => {
    const known = posting.isNew
      ? null
      : await WalletTransactionModel.findOne({ bizType, bizId }).lean<WalletTransactionDoc>();
    if (known) return sameAs(known, posting);
    const wallet = await changeWallet(memberId, inc);
    const row = {
      _id,
      no: serialNumber("W", _id),
      walletId: wallet._id,
      memberId: wallet.memberId,
      bizType,
      bizId,
      title,
      note,
      priceFen,
      balanceAfterFen: wallet.balanceFen,
    };
    // Another process may have just written the same row: then this transaction is run anew and finds it.
    const onDuplicate = (): Error => new LostRace(`${bizType} ${bizId}`);
    const [written] = await gatherInserts(WalletTransactionModel, [row], { onDuplicate });
    return written!;
  });
}

async function sameAs(
  known: WalletTransactionDoc,
  { memberId, bizType, bizId, priceFen }: Posting,
): Promise<WalletTransactionDoc> {
  const isOwn = known.memberId === memberId || (await ownerNow(known.memberId)) === (await ownerNow(memberId));
  if (isOwn && known.priceFen === priceFen) return known;
  if (bizType === WalletBizType.paymentRefund) throw walletErrors.WalletRefundExists();
  throw new Error(`ledger row ${bizType} ${bizId} stands with another wallet or amount`);
}

/**
 * One guarded update that takes no more than there is; returns the updated wallet, which is that of the member into whom
 * this one was merged, once all is there. In the caller's transaction.
 */
export async function changeWallet(memberId: number, inc: WalletChange): Promise<WalletDoc> {
  const { balanceFen = 0, frozenFen = 0 } = inc;
  const changed = await WalletModel.findOneAndUpdate(
    {
      memberId,
      closedAt: null,
      ...(balanceFen < 0 ? { balanceFen: { $gte: -balanceFen } } : {}),
      ...(frozenFen < 0 ? { frozenFen: { $gte: -frozenFen } } : {}),
    },
    { $inc: inc },
    { returnDocument: "after" },
  ).lean<WalletDoc>();
  if (changed) return changed;
  const wallet = await walletOf(memberId);
  if (wallet.closedAt) {
    const owner = await ownerElsewhere(memberId);
    if (owner === undefined) throw walletErrors.WalletClosed();
    return changeWallet(owner, inc);
  }
  if (balanceFen < 0) throw walletErrors.BalanceShort();
  // The freeze's row says that the amount is frozen, so its absence is a bug.
  if (frozenFen < 0) throw new Error(`the wallet of member ${memberId} does not hold ${-frozenFen} frozen fen`);
  // The wallet was just created, and this transaction's snapshot does not contain it yet.
  throw new LostRace(`wallet of ${memberId}`);
}
