import { nextId, serialNumber } from "#shared/kernel/mongo/ids.js";
import { isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
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
  /** Of the row, signed. It is the sum of what balance and frozen change by. */
  priceFen: number;
  inc: WalletChange;
  title?: string | null | undefined;
  /** For operators alone. */
  note?: string | undefined;
  /** It follows from a state that the same transaction moves, once: there is no need to look for its row. */
  isNew?: boolean;
}
type WalletChange = Partial<Record<"balanceFen" | "frozenFen" | "totalExpenseFen" | "totalRechargeFen", number>>;

/** Amounts are whole positive fen; anything else is a fault of the caller, not of the member. */
export function assertAmount(amountFen: number): void {
  if (!Number.isSafeInteger(amountFen) || amountFen < 1) throw new Error(`${amountFen} is no amount of fen`);
}

/**
 * The only way money enters or leaves a wallet: one guarded update and one ledger row, in one transaction (the caller's,
 * where there is one). The same (bizType, bizId) again changes nothing and answers the row that stands.
 * Throws BalanceShort, WalletClosed.
 */
export async function postToLedger(posting: Posting): Promise<WalletTransactionDoc> {
  const { memberId, bizType, bizId, priceFen, inc, title = null, note = null } = posting;
  if ((inc.balanceFen ?? 0) + (inc.frozenFen ?? 0) !== priceFen)
    throw new Error(`a ledger row of ${priceFen} fen does not tell what it changes: ${JSON.stringify(inc)}`);
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
      memberId,
      bizType,
      bizId,
      title,
      note,
      priceFen,
      balanceAfterFen: wallet.balanceFen,
    };
    try {
      const [created] = await WalletTransactionModel.create([row]);
      return created!.toObject();
    } catch (error) {
      // Another process wrote the same row just now: this transaction is lost and the next run finds it.
      if (isDuplicateKey(error)) throw new LostRace(`${bizType} ${bizId}`);
      throw error;
    }
  });
}

function sameAs(known: WalletTransactionDoc, { memberId, bizType, bizId, priceFen }: Posting): WalletTransactionDoc {
  if (known.memberId === memberId && known.priceFen === priceFen) return known;
  if (bizType === WalletBizType.paymentRefund) throw walletErrors.WalletRefundExists();
  throw new Error(`ledger row ${bizType} ${bizId} stands with another wallet or amount`);
}

/** One update that never takes more than there is; answers the wallet after it. In the caller's transaction. */
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
  if (wallet.closedAt) throw walletErrors.WalletClosed();
  if (balanceFen < 0) throw walletErrors.BalanceShort();
  // The freeze's own row says that it is held, so the amount must be there.
  if (frozenFen < 0) throw new Error(`the wallet of member ${memberId} does not hold ${-frozenFen} frozen fen`);
  // Made a moment ago and not yet seen by this transaction's snapshot.
  throw new LostRace(`wallet of ${memberId}`);
}
