import { ownerElsewhere } from "#shared/domains/member/index.js";
import { holdingRow } from "#shared/kernel/mongo/mongo.js";
import { clock } from "#shared/kernel/time/clock.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { postToLedger } from "./ledger.js";
import { PaymentConfirmationModel, PaymentPasswordModel } from "./paymentPassword/paymentPassword.model.js";
import { walletErrors } from "./wallet.errors.js";
import { WalletModel, type WalletDoc } from "./wallet.model.js";
import { WalletBizType } from "./wallet.codes.js";

/** Whether money of the member is frozen for a payment or a refund under way. */
export async function hasFrozenMoney(memberId: number): Promise<boolean> {
  return (await WalletModel.exists({ memberId, frozenFen: { $gt: 0 } })) !== null;
}

/** Whether the wallet has money that its member could spend. */
export async function holdsMoney(memberId: number): Promise<boolean> {
  return (await WalletModel.exists({ memberId, balanceFen: { $gt: 0 } })) !== null;
}

/**
 * Closes the wallet with the account: the balance is forfeited with a ledger row (bizType 5), the payment password is
 * deleted, and the wallet takes no more money. In the caller's transaction; idempotent. Nothing may be frozen.
 */
export async function closeWallet(memberId: number): Promise<void> {
  await PaymentPasswordModel.deleteOne({ _id: memberId });
  await PaymentConfirmationModel.deleteMany({ memberId });
  const wallet = await WalletModel.findOne({ memberId, closedAt: null }).lean<WalletDoc>();
  if (!wallet) return;
  if (wallet.balanceFen > 0)
    await postToLedger({
      memberId,
      bizType: WalletBizType.adjustment,
      bizId: `closed-${wallet._id}`,
      priceFen: -wallet.balanceFen,
      inc: { balanceFen: -wallet.balanceFen },
      title: currentLanguage() === "zh" ? "账号注销，余额清零" : "Account closed, balance forfeited",
    });
  const { matchedCount } = await WalletModel.updateOne(
    { memberId, balanceFen: 0, frozenFen: 0 },
    { $set: { closedAt: clock.now() } },
  );
  if (matchedCount === 0) throw new Error(`the wallet of member ${memberId} is closed while it holds money`);
}

/**
 * Throws WalletClosed; an open wallet stays open until the caller's transaction has ended. For a merged member it is the
 * wallet of the one into whom it was merged.
 */
export async function requireOpenWallet(memberId: number): Promise<void> {
  const { matchedCount } = await WalletModel.updateOne({ memberId, closedAt: null }, holdingRow);
  if (matchedCount > 0 || !(await WalletModel.exists({ memberId }))) return;
  const owner = await ownerElsewhere(memberId);
  if (owner === undefined) throw walletErrors.WalletClosed();
  await requireOpenWallet(owner);
}
