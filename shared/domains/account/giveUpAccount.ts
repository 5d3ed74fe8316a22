import { clearActivity } from "#shared/domains/activity/index.js";
import { recordOperation } from "#shared/domains/audit/index.js";
import { clearCart } from "#shared/domains/cart/index.js";
import { forgetReviewer } from "#shared/domains/catalog/index.js";
import { clearLoyalty } from "#shared/domains/loyalty/index.js";
import {
  authResults,
  findMember,
  forgetMember,
  memberLoggedOff,
  recordAuthEvent,
} from "#shared/domains/member/index.js";
import { forgetInvoicing } from "#shared/domains/invoice/index.js";
import { closeWaitingPayOrders, forgetPayer, hasOpenRefund } from "#shared/domains/pay/index.js";
import { clearCoupons } from "#shared/domains/promotion/index.js";
import { hasUncreditedRecharge } from "#shared/domains/recharge/index.js";
import { leaveOrders, openTradeOf } from "#shared/domains/trade/index.js";
import { closeWallet, hasFrozenMoney, withWalletLock } from "#shared/domains/wallet/index.js";
import { announce } from "#shared/platform/events.js";
import { inTransaction } from "#shared/platform/mongo.js";
import { accountErrors } from "./account.errors.js";

/**
 * The member gives the account up (spec, logoff; contract 3), all in one transaction: unpaid orders are cancelled, the
 * wallet's balance, points, coupons, cart, addresses, social accounts and sessions go, the mobile is free; orders and
 * ledger rows stay for the books, without personal data. Refused by name while something is not over. A second time
 * changes nothing.
 */
export async function giveUpAccount(memberId: number): Promise<void> {
  const mobile = (await findMember(memberId))?.mobile ?? "";
  // In line with the wallet's other movements, so that they do not abort each other.
  const gone = await withWalletLock(memberId, () => inTransaction(() => clearAccount(memberId)));
  if (gone) await recordAuthEvent({ memberId, mobile, kind: "LOGOUT_DELETE", result: authResults.success });
}

async function clearAccount(memberId: number): Promise<boolean> {
  await refuseWhileUnfinished(memberId);
  if ((await leaveOrders(memberId)) === "orders") throw accountErrors.OrdersUnfinished();
  await closeWaitingPayOrders(memberId);
  await forgetPayer(memberId);
  await closeWallet(memberId);
  await clearCoupons(memberId);
  await clearLoyalty(memberId);
  await clearActivity(memberId);
  await clearCart(memberId);
  await forgetReviewer(memberId);
  await forgetInvoicing(memberId);
  const gone = await forgetMember(memberId);
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
