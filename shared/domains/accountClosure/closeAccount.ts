import { eraseActivity } from "#shared/domains/promotion/activity/index.js";
import { recordOperation } from "#shared/domains/audit/index.js";
import { eraseCart } from "#shared/domains/cart/index.js";
import { eraseReviewer } from "#shared/domains/catalog/index.js";
import { eraseLoyalty } from "#shared/domains/loyalty/index.js";
import { erasePicturesOf } from "#shared/domains/media/index.js";
import {
  SignInResult,
  consumeSmsCode,
  findMember,
  eraseMember,
  isBeingMerged,
  memberLoggedOff,
  recordAuthEvent,
} from "#shared/domains/member/index.js";
import { eraseInvoicing } from "#shared/domains/invoice/index.js";
import { closeWaitingPayOrders, erasePayer, hasOpenRefund } from "#shared/domains/pay/index.js";
import { eraseCoupons } from "#shared/domains/promotion/index.js";
import { hasUncreditedRecharge } from "#shared/domains/recharge/index.js";
import { eraseOrders, openTradeKind } from "#shared/domains/trade/index.js";
import { closeWallet, hasFrozenMoney, holdsMoney, withWalletLock } from "#shared/domains/wallet/index.js";
import { refuseIfOff } from "#shared/kernel/config/providers.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { announce } from "#shared/kernel/queue/events.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { SmsScene } from "#shared/domains/member/sms/smsScene.codes.js";
import { accountErrors } from "./account.errors.js";

/**
 * Erases a member's account (rules: Sign-in) in one transaction: cancels unpaid orders, erases the wallet's balance,
 * points, coupons, cart, addresses, social accounts and sessions, and frees the mobile; orders and ledger rows stay for
 * the books, without personal data. Refused, with the reason, while something is unfinished. While the wallet holds
 * money it requires the code of an SMS to the member's own mobile (scene 1), as a stolen token alone must not empty a
 * wallet: MoneyLeft, MoneyLeftNoMobile, MoneyLeftNewMobile, the refusals of consumeSmsCode, NotOffered where
 * no SMS is sent. A second time changes nothing.
 */
export async function closeAccount(memberId: number, code?: string): Promise<void> {
  const mobile = (await findMember(memberId))?.mobile ?? "";
  const isProved = await proveOwnMobile(memberId, code);
  // Queued behind the wallet's other movements, so that they do not abort each other.
  const isClosed = await withWalletLock(memberId, () => inTransaction(() => eraseAccount(memberId, isProved)));
  if (isClosed) await recordAuthEvent({ memberId, mobile, kind: "LOGOUT_DELETE", result: SignInResult.success });
}

/** True when the member's own phone confirmed the loss of the money, which uses up the code. */
async function proveOwnMobile(memberId: number, code: string | undefined): Promise<boolean> {
  if (!(await holdsMoney(memberId))) return false;
  // First, so that a refused closure does not use up the code.
  await refuseWhileUnfinished(memberId);
  refuseIfOff("sms");
  const member = await findMember(memberId);
  if (member?.mobile === undefined) throw accountErrors.MoneyLeftNoMobile();
  // A thief of the sign-in could have set a mobile of their own just before.
  const changedAt = member.mobileChangedAt?.getTime();
  if (changedAt !== undefined && clock.ms() - changedAt < NEW_MOBILE_MS)
    throw accountErrors.MoneyLeftNewMobile({ hours: NEW_MOBILE_MS / hours(1) });
  if (code === undefined) throw accountErrors.MoneyLeft();
  await consumeSmsCode({ mobile: member.mobile, scene: SmsScene.signIn, code });
  return true;
}

const NEW_MOBILE_MS = hours(24);

async function eraseAccount(memberId: number, isProved: boolean): Promise<boolean> {
  await refuseWhileUnfinished(memberId);
  // Money may have arrived since the first check.
  if (!isProved && (await holdsMoney(memberId))) throw accountErrors.MoneyLeft();
  if ((await eraseOrders(memberId)) === "orders") throw accountErrors.OrdersUnfinished();
  await closeWaitingPayOrders(memberId);
  await erasePayer(memberId);
  await closeWallet(memberId);
  await eraseCoupons(memberId);
  await eraseLoyalty(memberId);
  await eraseActivity(memberId);
  await eraseCart(memberId);
  await eraseReviewer(memberId);
  await erasePicturesOf(memberId);
  await eraseInvoicing(memberId);
  if (!(await eraseMember(memberId))) return false;
  await recordOperation({ module: "member", action: "account.giveUp", bizId: memberId });
  await announce(memberLoggedOff, { memberId });
  return true;
}

async function refuseWhileUnfinished(memberId: number): Promise<void> {
  if (await isBeingMerged(memberId)) throw accountErrors.MergeUnfinished();
  const open = await openTradeKind(memberId);
  if (open === "orders") throw accountErrors.OrdersUnfinished();
  if (open === "afterSale") throw accountErrors.AfterSaleUnfinished();
  if (await hasOpenRefund(memberId)) throw accountErrors.RefundUnfinished();
  if ((await hasFrozenMoney(memberId)) || (await hasUncreditedRecharge(memberId))) throw accountErrors.MoneyFrozen();
}
