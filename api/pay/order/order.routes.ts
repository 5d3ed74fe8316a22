import { endpoint, member } from "#api/http/endpoint.js";
import { findPayOrder, openAttempts, ownPayOrder, syncOrderJob, type PayOrderDoc } from "#shared/domains/pay/index.js";
import { ask, askWaitMs } from "#shared/kernel/queue/ask.js";
import { errors } from "#shared/kernel/request/errors.js";
import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { PayOrderQuery, PayOrderView, PaySubmitBody, PaySubmitted } from "./order.schemas.js";
import { payOrderView } from "./order.views.js";
import { submitPayOrder } from "./submitPayOrder.js";

const getPayOrder = endpoint({
  method: "get",
  path: "/app-api/pay/order/get",
  access: member(),
  summary: "Returns one of the member's pay orders; with sync (default) a waiting one is queried at its channel first",
  input: { query: PayOrderQuery },
  output: PayOrderView,
  handle: async ({ query, actor }) => {
    const order = await ownPayOrder(actor.memberId, query.id);
    return query.sync === false ? order : synced(order);
  },
  view: payOrderView,
});

/** Waits at most 3 s for the channel, then returns the stored state. */
async function synced(order: PayOrderDoc): Promise<PayOrderDoc> {
  if (order.status !== PayStatus.waiting || (await openAttempts(order._id)).length === 0) return order;
  try {
    await ask(syncOrderJob, { payOrderId: order._id }, { timeoutMs: askWaitMs.short, coalesce: true });
  } catch (error) {
    if (!errors.StillWorking.is(error)) throw error;
  }
  return (await findPayOrder(order._id)) ?? order;
}

const submit = endpoint({
  method: "post",
  path: "/app-api/pay/order/submit",
  access: member(),
  summary: "Starts a payment through a channel",
  input: { body: PaySubmitBody },
  output: PaySubmitted,
  idempotent: "after",
  handle: ({ body, actor }) => submitPayOrder(actor, body),
  view: ({ status, displayMode, displayContent }) => ({ status, displayMode, displayContent }),
});

export const payOrderEndpoints = [getPayOrder, submit];
