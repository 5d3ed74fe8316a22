import { nextId, serialNumber } from "#shared/platform/ids.js";
import { inTransaction, isDuplicateKey } from "#shared/platform/mongo.js";
import { payErrors } from "./pay.errors.js";
import { enabledApp, enabledChannel } from "./payApp.queries.js";
import type { PayChannelDoc } from "./payApp.model.js";
import { PayAttemptModel, type PayAttemptDoc } from "./payAttempt.model.js";
import { channelKinds, type ChannelCode, type DisplayMode } from "./payChannel.codes.js";
import { PayOrderModel, type PayOrderDoc } from "./payOrder.model.js";
import { checkPayable, ownPayOrder } from "./payOrder.queries.js";
import { refuseWalletPart } from "./walletPart.js";

export interface SubmitInput {
  payOrderId: number;
  channelCode: ChannelCode;
  displayMode: DisplayMode;
  openid: string | null;
  /** Fen as a decimal String, as the client sent it; "0" when nothing comes from the wallet. */
  walletPart: string;
  userIp: string;
}

/**
 * The attempt that a submit stands for: the open one of the same kind, or a new one; the channel is not asked here.
 * Throws the refusals of domain-facts 5.3: 1007002000 to 003, 1007000000, 002, 1007001000, 001, 1007002004.
 */
export async function startAttempt(memberId: number, input: SubmitInput): Promise<PayAttemptDoc> {
  const order = await ownPayOrder(memberId, input.payOrderId);
  checkPayable(order);
  await enabledApp(order.appId);
  const channel = await enabledChannel(order.appId, input.channelCode);
  refuseWalletPart(input.walletPart, order);
  const openid = channelKinds[channel.code].needsOpenid ? input.openid : null;
  const wanted = { ...input, openid, amountFen: order.priceFen, walletPartFen: order.walletPartFen };
  const fingerprint = JSON.stringify([
    order._id,
    channel._id,
    wanted.amountFen,
    wanted.walletPartFen,
    openid,
    wanted.displayMode,
  ]);
  for (;;) {
    const open = await PayAttemptModel.findOne({ fingerprint, open: true }).lean<PayAttemptDoc>();
    if (open) {
      await makeCurrent(order._id, open);
      return open;
    }
    try {
      return await createAttempt(order, channel, wanted, fingerprint);
    } catch (error) {
      // Two submits at once: the other one's attempt is this one's too.
      if (!isDuplicateKey(error, "fingerprint")) throw error;
    }
  }
}

type Wanted = Pick<PayAttemptDoc, "amountFen" | "walletPartFen" | "openid" | "displayMode" | "userIp">;

async function createAttempt(
  order: PayOrderDoc,
  channel: PayChannelDoc,
  { amountFen, walletPartFen, openid, displayMode, userIp }: Wanted,
  fingerprint: string,
): Promise<PayAttemptDoc> {
  const _id = await nextId("payAttempts");
  const attempt = {
    _id,
    payOrderId: order._id,
    no: serialNumber("P", _id),
    channelId: channel._id,
    channelCode: channel.code,
    amountFen,
    walletPartFen,
    openid,
    displayMode,
    userIp,
    status: 0 as const,
    open: true,
    fingerprint,
  };
  await inTransaction(async () => {
    await makeCurrent(order._id, attempt);
    await PayAttemptModel.create([attempt]);
  });
  const created = await PayAttemptModel.findById(_id).lean<PayAttemptDoc>();
  if (!created) throw new Error(`attempt ${_id} vanished`);
  return created;
}

/** Guards against a close or a payment in between: the order must still wait. */
async function makeCurrent(payOrderId: number, attempt: Pick<PayAttemptDoc, "_id" | "no">): Promise<void> {
  const { matchedCount } = await PayOrderModel.updateOne(
    { _id: payOrderId, status: 0 },
    { $set: { attemptId: attempt._id, no: attempt.no } },
  );
  if (matchedCount === 0) throw payErrors.PayOrderNotWaiting();
}
