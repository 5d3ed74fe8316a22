import { clearActivity } from "#shared/domains/promotion/activity/index.js";
import { recordOperation } from "#shared/domains/audit/index.js";
import { clearCart } from "#shared/domains/cart/index.js";
import { eraseReviewer } from "#shared/domains/catalog/index.js";
import { clearLoyalty } from "#shared/domains/loyalty/index.js";
import { erasePicturesOf } from "#shared/domains/media/index.js";
import {
  SignInResult,
  consumeSmsCode,
  findMember,
  eraseMember,
  memberLoggedOff,
  recordAuthEvent,
} from "#shared/domains/member/index.js";
import { eraseInvoicing } from "#shared/domains/invoice/index.js";
import { closeWaitingPayOrders, erasePayer, hasOpenRefund } from "#shared/domains/pay/index.js";
import { clearCoupons } from "#shared/domains/promotion/index.js";
import { hasUncreditedRecharge } from "#shared/domains/recharge/index.js";
import { anonymiseOrders, openTradeOf } from "#shared/domains/trade/index.js";
import { closeWallet, hasFrozenMoney, holdsMoney, withWalletLock } from "#shared/domains/wallet/index.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { announce } from "#shared/kernel/queue/events.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { SmsScene } from "#shared/domains/member/sms/smsScene.codes.js";
import { accountErrors } from "./account.errors.js";

/**
 * The member gives the account up (rules: Sign-in), all in one transaction: unpaid orders are cancelled, the
 * wallet's balance, points, coupons, cart, addresses, social accounts and sessions go, the mobile is free; orders and
 * ledger rows stay for the books, without personal data. Refused by name while something is not over. While the wallet
 * holds money it takes the code of an SMS to the member's own mobile (scene 1), as a stolen token alone must not empty a
 * wallet: MoneyLeft, MoneyLeftNoMobile, MoneyLeftNewMobile, the refusals of consumeSmsCode. A second time changes nothing.
 */
export async function closeAccount(memberId: number, code?: string): Promise<void> {
  const mobile = (await findMember(memberId))?.mobile ?? "";
  const isProved = await proveOwnMobile(memberId, code);
  // In line with the wallet's other movements, so that they do not abort each other.
  const gone = await withWalletLock(memberId, () => inTransaction(() => clearAccount(memberId, isProved)));
  if (gone) await recordAuthEvent({ memberId, mobile, kind: "LOGOUT_DELETE", result: SignInResult.success });
}

/** True when the member's own phone confirmed that money is given up; the code is used up by that. */
async function proveOwnMobile(memberId: number, code: string | undefined): Promise<boolean> {
  if (!(await holdsMoney(memberId))) return false;
  // A code would be lost on what is refused anyhow.
  await refuseWhileUnfinished(memberId);
  const member = await findMember(memberId);
  if (member?.mobile === undefined) throw accountErrors.MoneyLeftNoMobile();
  // Who has stolen a sign-in could have put in a phone of their own just before.
  const changedAt = member.mobileChangedAt?.getTime();
  if (changedAt !== undefined && clock.ms() - changedAt < NEW_MOBILE_MS)
    throw accountErrors.MoneyLeftNewMobile({ hours: NEW_MOBILE_MS / hours(1) });
  if (code === undefined) throw accountErrors.MoneyLeft();
  await consumeSmsCode({ mobile: member.mobile, scene: SmsScene.signIn, code });
  return true;
}

const NEW_MOBILE_MS = hours(24);

async function clearAccount(memberId: number, isProved: boolean): Promise<boolean> {
  await refuseWhileUnfinished(memberId);
  // Money may have come since it was asked for the code.
  if (!isProved && (await holdsMoney(memberId))) throw accountErrors.MoneyLeft();
  if ((await anonymiseOrders(memberId)) === "orders") throw accountErrors.OrdersUnfinished();
  await closeWaitingPayOrders(memberId);
  await erasePayer(memberId);
  await closeWallet(memberId);
  await clearCoupons(memberId);
  await clearLoyalty(memberId);
  await clearActivity(memberId);
  await clearCart(memberId);
  await eraseReviewer(memberId);
  await erasePicturesOf(memberId);
  await eraseInvoicing(memberId);
  const gone = await eraseMember(memberId);
  if (!gone) return false;
  await recordOperation({ module: "member", action: "account.giveUp", bizId: memberId });
  await announce(memberLoggedOff, { memberId });
  return true;
}

async function refuseWhileUnfinished(memberId: number): Promise<void> {
  const open = await openTradeOf(memberId);
  if (open === "orders") throw accountErrors.OrdersUnfinished();
  if (open === "afterSale") throw accountErrors.AfterSaleUnfinished();
  if (await hasOpenRefund(memberId)) throw accountErrors.RefundUnfinished();
  if ((await hasFrozenMoney(memberId)) || (await hasUncreditedRecharge(memberId))) throw accountErrors.MoneyFrozen();
}
