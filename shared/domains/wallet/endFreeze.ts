import { LostRace } from "#shared/kernel/mongo/mongo.js";
import { changeWallet, postToLedger } from "./ledger.js";
import { walletErrors } from "./wallet.errors.js";
import { WalletFreezeModel, type WalletFreezeDoc } from "./walletFreeze.model.js";
import { inWalletTransaction } from "./walletLocks.js";
import { WalletBizType } from "./wallet.codes.js";

/**
 * Spends the frozen part of a payment (bizType 3), in the caller's transaction; a second call returns the same no.
 * Throws FreezeEnded 1007007005 when it was released or never frozen.
 */
export async function captureFrozen({
  freezeId,
  payOrderId,
}: {
  freezeId: string;
  payOrderId: number;
}): Promise<{ no: string }> {
  return capture(freezeId, WalletBizType.payment, String(payOrderId), (fen) => ({ totalExpenseFen: fen }));
}

/** Takes the frozen sum of a recharge (bizType 2), in the caller's transaction; a second call returns the same no. */
export async function captureRechargeRefund({
  freezeId,
  rechargeId,
}: {
  freezeId: string;
  rechargeId: number;
}): Promise<{ no: string }> {
  return capture(freezeId, WalletBizType.rechargeRefund, String(rechargeId), (fen) => ({ totalRechargeFen: -fen }));
}

async function capture(
  freezeId: string,
  bizType: typeof WalletBizType.rechargeRefund | typeof WalletBizType.payment,
  bizId: string,
  totals: (amountFen: number) => { totalExpenseFen?: number; totalRechargeFen?: number },
): Promise<{ no: string }> {
  return inWalletTransaction((await freezeOf(freezeId)).memberId, async () => {
    // Read again: meanwhile it may have moved with its member.
    const { memberId, amountFen } = await freezeOf(freezeId);
    const ended = await endOnce(freezeId, "captured");
    if (ended === "other") throw walletErrors.FreezeEnded();
    const { no } = await postToLedger({
      memberId,
      bizType,
      bizId,
      priceFen: -amountFen,
      inc: { frozenFen: -amountFen, ...totals(amountFen) },
    });
    return { no };
  });
}

/**
 * Returns the frozen amount to the balance, in the caller's transaction; a second call returns true. False, without a
 * change, when it was captured or never frozen.
 */
export async function releaseFrozen({ freezeId }: { freezeId: string }): Promise<boolean> {
  const freeze = await WalletFreezeModel.findById(freezeId).lean<WalletFreezeDoc>();
  if (!freeze) return false;
  return inWalletTransaction(freeze.memberId, async () => {
    const { memberId, amountFen } = await freezeOf(freezeId);
    const ended = await endOnce(freezeId, "released");
    if (ended === "now") await changeWallet(memberId, { balanceFen: amountFen, frozenFen: -amountFen });
    return ended !== "other";
  });
}

async function freezeOf(freezeId: string): Promise<WalletFreezeDoc> {
  const freeze = await WalletFreezeModel.findById(freezeId).lean<WalletFreezeDoc>();
  if (!freeze) throw walletErrors.FreezeEnded();
  return freeze;
}

/** now: ended by this call. before: ended in the same way before. other: ended in the other way. */
async function endOnce(freezeId: string, state: "captured" | "released"): Promise<"now" | "before" | "other"> {
  const { modifiedCount } = await WalletFreezeModel.updateOne({ _id: freezeId, state: "held" }, { $set: { state } });
  if (modifiedCount === 1) return "now";
  const freeze = await WalletFreezeModel.findById(freezeId).lean<WalletFreezeDoc>();
  if (freeze?.state === "held" || !freeze) throw new LostRace(freezeId);
  return freeze.state === state ? "before" : "other";
}
