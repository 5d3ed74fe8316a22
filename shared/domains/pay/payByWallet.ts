import { payFromWallet, walletErrors, withWalletLock } from "#shared/domains/wallet/index.js";
import { clock } from "#shared/platform/clock.js";
import { announce } from "#shared/platform/events.js";
import { nextId, serialNumber } from "#shared/platform/ids.js";
import { inTransaction, LostRace } from "#shared/platform/mongo.js";
import { moveState } from "#shared/platform/states.js";
import { giveUpAttempts } from "./closePayOrder.js";
import { payErrors } from "./pay.errors.js";
import { payOrderPaid } from "./pay.events.js";
import { enabledApp, enabledChannel } from "./channel/payApp.queries.js";
import type { PayChannelDoc } from "./channel/payApp.model.js";
import { over, PayAttemptModel } from "./payAttempt.model.js";
import type { DisplayMode } from "./channel/payChannel.codes.js";
import { PayOrderModel, type PayOrderDoc } from "./payOrder.model.js";
import { checkPayable, findPayOrder, ownPayOrder } from "./payOrder.queries.js";
import { payOrderStates } from "./payOrder.states.js";
import { checkWalletPayment, wholeFen, type Payer } from "./walletPart.js";
import { walletRefusal } from "./walletRefusals.js";

export interface WalletPayment {
  payOrderId: number;
  displayMode: DisplayMode;
  returnUrl: string;
  userIp: string;
}

/** The refusals of a payment from the wallet, before anything is closed for it: domain-facts 5.3, contract 6. */
export async function checkPayByWallet(payer: Payer, payOrderId: number): Promise<PayOrderDoc> {
  const order = await ownPayOrder(payer.memberId, payOrderId);
  checkPayable(order);
  await enabledApp(order.appId);
  await enabledChannel(order.appId, "wallet");
  await checkWalletPayment(payer, order);
  return order;
}

/**
 * Pays the whole order, as checkPayByWallet let it pass, from the wallet: debit, attempt and order in one transaction, each guarded, so that of two at once
 * one debits. Open attempts at channels are given up in it: their money would be a second payment.
 */
export async function payByWallet({ appId, memberId }: PayOrderDoc, payment: WalletPayment): Promise<{ status: 10 }> {
  const channel = await enabledChannel(appId, "wallet");
  const attemptId = await nextId("payAttempts");
  try {
    await withWalletLock(memberId, () => inTransaction(() => settleFromWallet(payment, channel, attemptId)));
  } catch (error) {
    if (walletErrors.BalanceShort.is(error)) throw walletRefusal("balanceShort");
    throw error;
  }
  return { status: 10 };
}

async function settleFromWallet(payment: WalletPayment, channel: PayChannelDoc, attemptId: number): Promise<void> {
  const order = await findPayOrder(payment.payOrderId);
  if (!order) throw payErrors.PayOrderNotFound();
  checkPayable(order);
  const amountFen = wholeFen(order);
  const paidAt = clock.now();
  const no = serialNumber("P", attemptId);
  const where = { _id: order._id, priceFen: order.priceFen, walletPartFen: order.walletPartFen };
  const ofPayment = { attemptId, no, channelId: channel._id, channelCode: channel.code, channelFeeRate: 0 };
  const { no: ledgerNo } = await payFromWallet({ memberId: order.memberId, amountFen, payOrderId: order._id });
  const money = { priceFen: amountFen, walletPartFen: 0, channelFeeFen: 0, channelOrderNo: ledgerNo };
  const set = { successAt: paidAt, ...money, ...ofPayment };
  if (!(await moveState(PayOrderModel, payOrderStates, { where, from: 0, to: 10, set })))
    throw new LostRace(`pay order ${order._id}`);
  await giveUpAttempts(order._id);
  await PayAttemptModel.create([
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
      status: 10,
      ...over(attemptId),
      paidFen: amountFen,
      paidAt,
      channelOrderNo: ledgerNo,
    },
  ]);
  await announce(payOrderPaid, { payOrderId: order._id, appId: order.appId });
}
