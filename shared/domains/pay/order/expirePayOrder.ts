import { ChannelRefused, ChannelUnsure } from "#shared/providers/pay/port.js";
import { clock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { announce } from "#shared/kernel/queue/events.js";
import { log } from "#shared/kernel/observability/log.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { recordObjective } from "#shared/kernel/observability/objectives.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { queryChannel, closeAtChannel } from "../attempt/queryChannel.js";
import { abandonAttempts } from "./closePayOrder.js";
import { expirePayOrderJob } from "../pay.jobs.js";
import { payOrderClosed } from "../pay.events.js";
import type { PayAttemptDoc } from "../attempt/payAttempt.model.js";
import { PayOrderModel, type PayOrderDoc } from "./payOrder.model.js";
import { findPayOrder, openAttempts } from "./payOrder.queries.js";
import { payOrderStates, PayStatus } from "./payOrder.states.js";

const QUERY_AGAIN_MS = seconds(30);
/** After this the order is closed here without the channel's response, and its close there is retried. */
const CHANNEL_TIMEOUT_MS = minutes(10);

/**
 * Ends an order at its deadline (rules: Orders): paid at the channel means paid here; else each open attempt is closed
 * there, then the order here. An unreachable channel is queried again every 30 s, for ten minutes.
 */
export async function expirePayOrder(payOrderId: number): Promise<void> {
  const order = await findPayOrder(payOrderId);
  if (order?.status !== PayStatus.waiting || order.expireAt > clock.now()) return;
  let silent = false;
  for (const attempt of await openAttempts(payOrderId)) {
    const end = await settleOrClose(attempt);
    if (end === "paid") return;
    if (end === "silent") silent = true;
  }
  const waitedMs = clock.ms() - order.expireAt.getTime();
  if (silent && waitedMs < CHANNEL_TIMEOUT_MS) {
    const delayMs = Math.min(QUERY_AGAIN_MS, CHANNEL_TIMEOUT_MS - waitedMs);
    await enqueue(expirePayOrderJob, { payOrderId }, { delayMs, replace: true });
    return;
  }
  if (await closeExpired(order)) recordObjective("expiry", "pay-sync", clock.ms() - order.expireAt.getTime());
}

async function settleOrClose(attempt: PayAttemptDoc): Promise<"paid" | "closed" | "silent"> {
  try {
    const found = await queryChannel(attempt);
    return found === "waiting" ? await closeAtChannel(attempt) : found;
  } catch (error) {
    if (!(error instanceof ChannelRefused) && !(error instanceof ChannelUnsure)) throw error;
    log.warn({ no: attempt.no, code: error.code }, "an expired payment could not be closed at the channel");
    return "silent";
  }
}

/** False when the order was paid, or its deadline changed, since it was read. */
async function closeExpired({ _id, appId }: PayOrderDoc): Promise<boolean> {
  return inTransaction(async () => {
    const where = { _id, expireAt: { $lte: clock.now() } };
    if (!(await moveState(PayOrderModel, payOrderStates, { where, from: PayStatus.waiting, to: PayStatus.closed })))
      return false;
    await abandonAttempts(_id);
    await announce(payOrderClosed, { payOrderId: _id, appId });
    return true;
  });
}
