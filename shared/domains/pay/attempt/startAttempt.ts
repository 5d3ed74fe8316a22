import { clock } from "#shared/kernel/time/clock.js";
import { nextId, serialNumber } from "#shared/kernel/mongo/ids.js";
import { keyedMutex } from "#shared/kernel/concurrency/keyedMutex.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { configOf, merchantIdOf } from "../channel/channelMerchants.js";
import { enabledApp, enabledChannel } from "../channel/payApp.queries.js";
import type { PayChannelDoc } from "../channel/payApp.model.js";
import { PayAttemptModel, type PayAttemptDoc } from "./payAttempt.model.js";
import { type ChannelCode, channelKinds, type DisplayMode } from "../channel/payChannel.codes.js";
import { PayOrderModel, type PayOrderDoc } from "../order/payOrder.model.js";
import { checkPayable, ownPayOrder } from "../order/payOrder.queries.js";
import { wantedWalletPart, wholeFen, type Payer } from "./walletPart.js";
import { AttemptStatus, PayStatus } from "../order/payOrder.states.js";

interface SubmitInput {
  payOrderId: number;
  channelCode: ChannelCode;
  displayMode: DisplayMode;
  openid: string | null;
  /** Fen as decimal text, as the client sent it; "0" when nothing comes from the wallet. */
  walletPart: string;
  returnUrl: string;
  userIp: string;
}

/**
 * The attempt of a submit: an open one with the same fingerprint, or a new one. It does not call the channel and
 * freezes no wallet part; the order's price becomes what the channel must collect. Throws the refusals of (rules:
 * Payment): 1007002000 to 003, 1007000000, 002, 1007001000, 001, 1007002004.
 */
export function startAttempt(payer: Payer, input: SubmitInput): Promise<PayAttemptDoc> {
  return payOrders.exclusively(input.payOrderId, async () => {
    for (;;) {
      const attempt = await tryToStart(payer, input);
      if (attempt) return attempt;
    }
  });
}

/** Serializes double taps: the first creates the attempt, the others find it. */
const payOrders = keyedMutex<number>();

/** Undefined when another submit was faster: the caller tries again. */
async function tryToStart(payer: Payer, input: SubmitInput): Promise<PayAttemptDoc | undefined> {
  const order = await ownPayOrder(payer.memberId, input.payOrderId);
  checkPayable(order);
  await enabledApp(order.appId);
  const channel = await enabledChannel(order.appId, input.channelCode);
  const walletPartFen = await wantedWalletPart(payer, order, input.walletPart);
  const openid = channelKinds[channel.code].needsOpenid ? input.openid : null;
  const wanted = { ...input, openid, amountFen: wholeFen(order) - walletPartFen, walletPartFen };
  const channelConfig = configOf(channel);
  const fingerprint = JSON.stringify([
    order._id,
    channel._id,
    wanted.amountFen,
    wanted.walletPartFen,
    openid,
    wanted.displayMode,
    // Another application needs another payment; older fingerprints have none, as only the environment's existed.
    ...(channelConfig ? [channelConfig.appId] : []),
  ]);
  const open = await PayAttemptModel.findOne({ fingerprint }).lean<PayAttemptDoc>();
  if (open) return (await makeCurrent(order, open)) ? open : undefined;
  try {
    return await createAttempt(order, channel, wanted, fingerprint);
  } catch (error) {
    // Of two concurrent submits, both use the attempt that was created first.
    if (!isDuplicateKey(error, "fingerprint")) throw error;
    return undefined;
  }
}

type Wanted = Pick<PayAttemptDoc, "amountFen" | "walletPartFen" | "openid" | "displayMode" | "returnUrl" | "userIp">;

async function createAttempt(
  order: PayOrderDoc,
  channel: PayChannelDoc,
  { amountFen, walletPartFen, openid, displayMode, returnUrl, userIp }: Wanted,
  fingerprint: string,
): Promise<PayAttemptDoc | undefined> {
  const _id = await nextId("payAttempts");
  const attempt = {
    _id,
    payOrderId: order._id,
    no: serialNumber("P", _id),
    channelId: channel._id,
    channelCode: channel.code,
    merchantId: merchantIdOf(configOf(channel), channelKinds[channel.code].family),
    amountFen,
    walletPartFen,
    openid,
    displayMode,
    returnUrl,
    userIp,
    status: AttemptStatus.waiting,
    open: true,
    nextAskAt: clock.now(),
    fingerprint,
  };
  return inTransaction(async () => {
    if (!(await makeCurrent(order, attempt))) return undefined;
    const [created] = await PayAttemptModel.create([attempt]);
    return created!.toObject();
  });
}

/**
 * Writes the attempt and what its channel must collect to the order. False when the order was paid, closed or repriced
 * meanwhile.
 */
async function makeCurrent(
  { _id, priceFen, walletPartFen }: PayOrderDoc,
  attempt: Pick<PayAttemptDoc, "_id" | "no" | "amountFen" | "walletPartFen">,
): Promise<boolean> {
  const { matchedCount } = await PayOrderModel.updateOne(
    { _id, status: PayStatus.waiting, priceFen, walletPartFen },
    {
      $set: {
        attemptId: attempt._id,
        no: attempt.no,
        priceFen: attempt.amountFen,
        walletPartFen: attempt.walletPartFen,
      },
    },
  );
  return matchedCount === 1;
}
