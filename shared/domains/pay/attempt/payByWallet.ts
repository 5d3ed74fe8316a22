import { payFromWallet, walletErrors, withWalletLock } from "#shared/domains/wallet/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { gatherInserts } from "#shared/kernel/mongo/gathered.js";
import { nextId, serialNumber } from "#shared/kernel/mongo/ids.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { gatherMove } from "#shared/kernel/mongo/moveState.js";
import { abandonAttempts } from "../order/closePayOrder.js";
import { payErrors } from "../pay.errors.js";
import { enabledApp, enabledChannel } from "../channel/payApp.queries.js";
import type { PayChannelDoc } from "../channel/payApp.model.js";
import { over, PayAttemptModel, type PayAttemptDoc } from "./payAttempt.model.js";
import type { DisplayMode } from "../channel/payChannel.codes.js";
import { PayOrderModel, type PayOrderDoc } from "../order/payOrder.model.js";
import { checkPayable, findPayOrder, ownPayOrderToSpend } from "../order/payOrder.queries.js";
import { AttemptStatus, payOrderStates, PayStatus } from "../order/payOrder.states.js";
import { announcePaid } from "../notify/startNotify.js";
import { checkWalletPayment, wholeFen, type Payer } from "./walletPart.js";
import { walletRefusal } from "./walletRefusals.js";

interface WalletPayment {
  displayMode: DisplayMode;
  returnUrl: string;
  userIp: string;
}

/**
 * Checks a payment from the wallet before anything is closed for it (rules: Payment). Returns the order and its open
 * attempts at channels.
 */
export async function checkPayByWallet(
  payer: Payer,
  payOrderId: number,
): Promise<{ order: PayOrderDoc; attempts: PayAttemptDoc[] }> {
  const { order, attempts, found } = await ownPayOrderToSpend(payer.memberId, payOrderId);
  checkPayable(order);
  await enabledApp(order.appId);
  await enabledChannel(order.appId, "wallet");
  await checkWalletPayment(payer, order, attempts, found);
  return { order, attempts };
}

/**
 * Pays the whole order from the wallet after checkPayByWallet: debit, attempt and order in one transaction, each
 * guarded, so that of two concurrent payments one debits. It abandons open attempts: their money would be a second
 * payment.
 */
export async function payByWallet(
  { order: checked, attempts }: { order: PayOrderDoc; attempts: readonly PayAttemptDoc[] },
  payment: WalletPayment,
): Promise<{ status: typeof PayStatus.paid }> {
  const channel = await enabledChannel(checked.appId, "wallet");
  const attemptId = await nextId("payAttempts");
  // The first run uses the order as checked; after a lost race it is read again.
  let known: PayOrderDoc | undefined = checked;
  const settle = async (): Promise<void> => {
    const order: PayOrderDoc | null = known ?? (await findPayOrder(checked._id));
    const noneOpen = known !== undefined && attempts.length === 0;
    known = undefined;
    if (!order) throw payErrors.PayOrderNotFound();
    await settleFromWallet(order, payment, { channel, attemptId, noneOpen });
  };
  try {
    await withWalletLock(checked.memberId, () => inTransaction(settle));
  } catch (error) {
    if (walletErrors.BalanceShort.is(error)) throw walletRefusal("balanceShort");
    throw error;
  }
  return { status: PayStatus.paid };
}

async function settleFromWallet(
  order: PayOrderDoc,
  payment: WalletPayment,
  { channel, attemptId, noneOpen }: { channel: PayChannelDoc; attemptId: number; noneOpen: boolean },
): Promise<void> {
  checkPayable(order);
  const amountFen = wholeFen(order);
  const paidAt = clock.now();
  const no = serialNumber("P", attemptId);
  const { priceFen, walletPartFen, expireAt } = order;
  // attemptId guards against an attempt that was opened since the order was read.
  const where = { _id: order._id, priceFen, walletPartFen, expireAt, attemptId: order.attemptId };
  const ofPayment = { attemptId, no, channelId: channel._id, channelCode: channel.code, channelFeeRate: 0 };
  const debit = { memberId: order.memberId, amountFen, payOrderId: order._id, isNew: true };
  const { no: ledgerNo } = await payFromWallet(debit);
  const money = { priceFen: amountFen, walletPartFen: 0, channelFeeFen: 0, channelOrderNo: ledgerNo };
  const set = { successAt: paidAt, ...money, ...ofPayment };
  const move = { where, from: PayStatus.waiting, to: PayStatus.paid, set };
  await gatherMove(PayOrderModel, payOrderStates, move, () => new LostRace(`pay order ${order._id}`));
  if (!noneOpen) await abandonAttempts(order._id);
  await gatherInserts(PayAttemptModel, [
    {
      _id: attemptId,
      payOrderId: order._id,
      no,
      channelId: channel._id,
      channelCode: channel.code,
      amountFen,
      displayMode: payment.displayMode,
      returnUrl: payment.returnUrl,
      userIp: payment.userIp,
      status: AttemptStatus.paid,
      ...over(attemptId),
      paidFen: amountFen,
      paidAt,
      channelOrderNo: ledgerNo,
    },
  ]);
  await announcePaid({ ...order, ...set, status: PayStatus.paid });
}
