import {
  captureFrozen,
  freezeBalance,
  payFromWallet,
  readToSpend,
  releaseFrozen,
  toSpendOf,
  withWalletLock,
  type FoundToSpend,
} from "#shared/domains/wallet/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enabledChannel } from "../channel/payApp.queries.js";
import { PayAttemptModel, type PayAttemptDoc } from "./payAttempt.model.js";
import { PayOrderModel, type PayOrderDoc } from "../order/payOrder.model.js";
import { openAttempts } from "../order/payOrder.queries.js";
import { walletRefusal } from "./walletRefusals.js";
import { AttemptStatus, PayStatus } from "../order/payOrder.states.js";

/** The paying member and the session, as the payment password is confirmed per session. */
export interface Payer {
  memberId: number;
  sessionId: number;
}

/**
 * Checks that the wallet can pay the order, with what was read with it (rules: Payment). Throws 1007002004 with the inner
 * code in brackets.
 */
export async function checkWalletPayment(
  payer: Payer,
  order: PayOrderDoc,
  attempts: readonly PayAttemptDoc[],
  found: FoundToSpend,
): Promise<void> {
  if (order.isVirtual) throw walletRefusal("virtualGoods");
  const { balanceFen, isConfirmed } = await spendable(payer, order, attempts, found);
  if (balanceFen === 0 || balanceFen < wholeFen(order)) throw walletRefusal("balanceShort");
  if (!isConfirmed) throw walletRefusal("notConfirmed");
}

/**
 * The wallet's part of a combined payment, in fen, 0 for none. `text` is what the client sent. Throws 1007002004 with
 * the inner code in brackets, and the refusals of the app's wallet channel.
 */
export async function wantedWalletPart(payer: Payer, order: PayOrderDoc, text: string): Promise<number> {
  if (text === "0") return 0;
  // An app without a wallet channel (recharge) takes no wallet part either.
  await enabledChannel(order.appId, "wallet");
  if (order.isVirtual) throw walletRefusal("virtualGoods");
  if (!/^[1-9]\d{0,14}$/.test(text)) throw walletRefusal("wrongPart");
  const part = Number(text);
  const { balanceFen, isConfirmed } = await spendable(payer, order, await openAttempts(order._id));
  const whole = wholeFen(order);
  if (balanceFen === 0) throw walletRefusal("balanceShort");
  if (balanceFen >= whole) throw walletRefusal("balanceCovers");
  if (part > balanceFen || part >= whole) throw walletRefusal("wrongPart");
  if (!isConfirmed) throw walletRefusal("notConfirmed");
  return part;
}

/** The order's whole price, however it is split. */
export const wholeFen = (order: Pick<PayOrderDoc, "priceFen" | "walletPartFen">): number =>
  order.priceFen + order.walletPartFen;

interface Spendable {
  balanceFen: number;
  /** This session may spend it: no payment password is set, or it was confirmed recently. */
  isConfirmed: boolean;
}

/**
 * The balance plus what the order's own attempts have frozen, which another attempt may take over. Both are read in one
 * transaction, as money that is frozen between two reads would count twice.
 */
async function spendable(
  payer: Payer,
  { _id, memberId }: PayOrderDoc,
  attempts: readonly PayAttemptDoc[],
  found?: FoundToSpend,
): Promise<Spendable> {
  if (!attempts.some(({ walletPartFen }) => walletPartFen > 0))
    return found ? toSpendOf(found, memberId, payer.sessionId) : readToSpend(memberId, payer.sessionId);
  return inTransaction(async () => {
    const { balanceFen, isConfirmed } = await readToSpend(memberId, payer.sessionId);
    const held = (await openAttempts(_id)).filter(({ walletHeld }) => walletHeld);
    return { isConfirmed, balanceFen: held.reduce((sum, { walletPartFen }) => sum + walletPartFen, balanceFen) };
  });
}

const freezeIdOf = ({ _id, walletHolds }: Pick<PayAttemptDoc, "_id" | "walletHolds">): string =>
  `payAttempt-${_id}-${walletHolds}`;

/**
 * Freezes an attempt's wallet part, once, and releases what other attempts of the order have frozen (their close at the
 * channel may have failed). Throws BalanceShort 1007007001.
 */
export async function holdWalletPart(order: PayOrderDoc, attempt: PayAttemptDoc): Promise<void> {
  if (attempt.walletPartFen === 0 || attempt.walletHeld) return;
  await withWalletLock(order.memberId, () =>
    inTransaction(async () => {
      const walletHolds = attempt.walletHolds + 1;
      const { modifiedCount } = await PayAttemptModel.updateOne(
        { _id: attempt._id, status: AttemptStatus.waiting, walletHeld: false },
        { $set: { walletHeld: true, walletHolds } },
      );
      if (modifiedCount === 0) return;
      for (const other of await openAttempts(order._id)) if (other._id !== attempt._id) await releaseHold(other);
      const freezeId = freezeIdOf({ _id: attempt._id, walletHolds });
      await freezeBalance({ memberId: order.memberId, amountFen: attempt.walletPartFen, freezeId });
    }),
  );
}

/**
 * For an attempt that ended or can no longer count: releases its wallet part, and its order is for the whole price
 * again. In the caller's transaction; idempotent.
 */
export async function dropWalletPart(attempt: PayAttemptDoc): Promise<void> {
  if (attempt.walletPartFen === 0) return;
  await releaseHold(attempt);
  const { _id: attemptId, payOrderId, amountFen: priceFen, walletPartFen } = attempt;
  await PayOrderModel.updateOne(
    { _id: payOrderId, status: { $in: [PayStatus.waiting, PayStatus.closed] }, attemptId, priceFen, walletPartFen },
    { $set: { priceFen: priceFen + walletPartFen, walletPartFen: 0 } },
  );
}

async function releaseHold(attempt: PayAttemptDoc): Promise<void> {
  const held = await unmarkHold(attempt);
  if (held) await releaseFrozen({ freezeId: freezeIdOf(held) });
}

async function unmarkHold({ _id, walletPartFen }: PayAttemptDoc): Promise<PayAttemptDoc | null> {
  if (walletPartFen === 0) return null;
  return PayAttemptModel.findOneAndUpdate(
    { _id, walletHeld: true },
    { $set: { walletHeld: false } },
    { returnDocument: "after" },
  ).lean<PayAttemptDoc>();
}

/**
 * Spends the wallet part once the channel's part is paid: the frozen money, or the balance where a newer attempt had it
 * released. In the caller's transaction. Throws BalanceShort 1007007001.
 */
export async function takeWalletPart(order: PayOrderDoc, attempt: PayAttemptDoc): Promise<void> {
  if (attempt.walletPartFen === 0) return;
  const held = await unmarkHold(attempt);
  if (held) await captureFrozen({ freezeId: freezeIdOf(held), payOrderId: order._id });
  else {
    const { memberId, _id: payOrderId } = order;
    await payFromWallet({ memberId, amountFen: attempt.walletPartFen, payOrderId, isNew: true });
  }
}
