import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { clock } from "#shared/kernel/time/clock.js";
import { changeWallet, postToLedger, type WalletChange } from "./ledger.js";
import { PaymentConfirmationModel, PaymentPasswordModel } from "./paymentPassword/paymentPassword.model.js";
import { WalletBizType } from "./wallet.codes.js";
import { WalletModel, type WalletDoc } from "./wallet.model.js";
import { walletOf } from "./wallet.queries.js";
import { WalletFreezeModel } from "./walletFreeze.model.js";

/**
 * Moves what is in the wallet of a merged member, its running freezes included, by two ledger rows (bizType 6) of one
 * cause, of what is there at that moment. Finds nothing the second time.
 */
export async function moveWallet(from: number, into: number): Promise<void> {
  await inTransaction(async () => {
    const wallet = await WalletModel.findOne({ memberId: from, closedAt: null }).lean<WalletDoc>();
    if (!wallet || isEmpty(wallet)) return;
    const { balanceFen, frozenFen, totalExpenseFen, totalRechargeFen } = wallet;
    const all = { balanceFen, frozenFen, totalExpenseFen, totalRechargeFen };
    const cause = await nextId("walletMoves");
    await post({ memberId: from, bizId: `${cause}-out`, inc: negated(all), note: `merged into member ${into}` });
    await post({ memberId: into, bizId: `${cause}-in`, inc: all, note: `merged from member ${from}` });
    await WalletFreezeModel.updateMany({ memberId: from, state: "held" }, { $set: { memberId: into } });
  });
}

const isEmpty = (wallet: WalletDoc): boolean =>
  wallet.balanceFen === 0 && wallet.frozenFen === 0 && wallet.totalExpenseFen === 0 && wallet.totalRechargeFen === 0;

const negated = (change: Required<WalletChange>): Required<WalletChange> => ({
  balanceFen: 0 - change.balanceFen,
  frozenFen: 0 - change.frozenFen,
  totalExpenseFen: 0 - change.totalExpenseFen,
  totalRechargeFen: 0 - change.totalRechargeFen,
});

interface Half {
  memberId: number;
  bizId: string;
  inc: Required<WalletChange>;
  note: string;
}

/** Without money only the totals move, and no row is written. */
async function post({ memberId, bizId, inc, note }: Half): Promise<void> {
  const priceFen = inc.balanceFen + inc.frozenFen;
  if (priceFen === 0) await changeWallet(memberId, inc);
  else await postToLedger({ memberId, bizType: WalletBizType.merged, bizId, priceFen, inc, note, isNew: true });
}

/** Whether a member's wallet holds anything, frozen or not. */
export async function hasWalletMoney(memberId: number): Promise<boolean> {
  const held = [{ balanceFen: { $gt: 0 } }, { frozenFen: { $gt: 0 } }];
  return (await WalletModel.exists({ memberId, $or: held })) !== null;
}

/**
 * Closes the empty wallet of a merged member, so that what comes later goes to the other one's, and deletes the payment
 * password. In the caller's transaction; idempotent. False: money has come meanwhile.
 */
export async function closeMovedWallet(memberId: number): Promise<boolean> {
  await PaymentPasswordModel.deleteOne({ _id: memberId });
  await PaymentConfirmationModel.deleteMany({ memberId });
  const { closedAt } = await walletOf(memberId);
  if (closedAt) return true;
  const { matchedCount } = await WalletModel.updateOne(
    { memberId, balanceFen: 0, frozenFen: 0 },
    { $set: { closedAt: clock.now() } },
  );
  return matchedCount === 1;
}
