import {
  captureFrozen,
  freezeBalance,
  payFromWallet,
  readToSpend,
  releaseFrozen,
  withWalletLock,
} from "#shared/domains/wallet/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enabledChannel } from "../channel/payApp.queries.js";
import { PayAttemptModel, type PayAttemptDoc } from "./payAttempt.model.js";
import { PayOrderModel, type PayOrderDoc } from "../order/payOrder.model.js";
import { openAttempts } from "../order/payOrder.queries.js";
import { walletRefusal } from "./walletRefusals.js";
import { AttemptStatus, PayStatus } from "../order/payOrder.states.js";

/** Who pays, and in which session: the payment password is confirmed for one. */
export interface Payer {
  memberId: number;
  sessionId: number;
}

/** May the whole order be paid from the wallet (rules: Payment)? Throws 1007002004 with the inner code in brackets. */
export async function checkWalletPayment(
  payer: Payer,
  order: PayOrderDoc,
  attempts: readonly PayAttemptDoc[],
): Promise<void> {
  if (order.isVirtual) throw walletRefusal("virtualGoods");
  const { balanceFen, isConfirmed } = await spendable(payer, order, attempts);
  if (balanceFen === 0 || balanceFen < wholeFen(order)) throw walletRefusal("balanceShort");
  if (!isConfirmed) throw walletRefusal("notConfirmed");
}

/**
 * The wallet's part of a combined payment, in fen, 0 for none. `text` is what the client sent. Throws 1007002004 with the
 * inner code in brackets, and the refusals of the app's wallet channel.
 */
export async function wantedWalletPart(payer: Payer, order: PayOrderDoc, text: string): Promise<number> {
  if (text === "0") return 0;
  // An app without a wallet channel (recharging) takes no part from it either.
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

/** What the order costs, however it is to be paid. */
export const wholeFen = (order: Pick<PayOrderDoc, "priceFen" | "walletPartFen">): number =>
  order.priceFen + order.walletPartFen;

interface Spendable {
  balanceFen: number;
  /** This session may spend it: no payment password is set, or it was given a moment ago. */
  isConfirmed: boolean;
}

/**
 * The balance, with what the order's own attempts hold: another attempt of it may take that over. Where one holds
 * something, both are read of one moment: money that is frozen between two reads would count twice.
 */
async function spendable(
  payer: Payer,
  { _id, memberId }: PayOrderDoc,
  attempts: readonly PayAttemptDoc[],
): Promise<Spendable> {
  if (!attempts.some(({ walletPartFen }) => walletPartFen > 0)) return readToSpend(memberId, payer.sessionId);
  return inTransaction(async () => {
    const { balanceFen, isConfirmed } = await readToSpend(memberId, payer.sessionId);
    const held = (await openAttempts(_id)).filter(({ walletHeld }) => walletHeld);
    return { isConfirmed, balanceFen: held.reduce((sum, { walletPartFen }) => sum + walletPartFen, balanceFen) };
  });
}

const freezeIdOf = ({ _id, walletHolds }: Pick<PayAttemptDoc, "_id" | "walletHolds">): string =>
  `payAttempt-${_id}-${walletHolds}`;

/**
 * Freezes an attempt's wallet part, once. What other attempts of the order still hold (their close at the channel is not
 * known) is given free for it. Throws BalanceShort 1007007001.
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
 * An attempt is over, or can no longer count: what it held goes back to the balance, and its order asks for the whole
 * price again. In the caller's transaction; twice changes nothing.
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
 * The channel's part is paid: the wallet's is spent, what was frozen for it, or the balance where that was given free
 * for a newer attempt. In the caller's transaction. Throws BalanceShort 1007007001.
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
