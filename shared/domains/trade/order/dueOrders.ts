import type { QueryFilter } from "mongoose";
import { log } from "#shared/kernel/observability/log.js";
import { checkpoint, hasTimeLeft } from "#shared/kernel/request/context.js";
import { OrderModel, type OrderDoc } from "./order.model.js";

const BATCH = 200;
type Time = "payExpireAt" | "deliveryAt" | "receiveAt";
type DueOrder = Pick<OrderDoc, "_id" | "payOrderId" | Time>;

/**
 * Calls `act` for the orders whose time has come, oldest first (`where`, `time` and `_id` have an index in this order).
 * Neither one that fails nor one that stays due blocks later ones. What does not fit into a run is left to the next.
 */
export async function eachDueOrder(
  { where, time, until }: { where: QueryFilter<OrderDoc>; time: Time; until: Date },
  act: (order: DueOrder) => Promise<unknown>,
): Promise<void> {
  for (let last: DueOrder | undefined; ;) {
    const due: DueOrder[] = await OrderModel.find(
      { ...where, ...dueAfter(last, time, until) },
      { _id: 1, payOrderId: 1, [time]: 1 },
    )
      .sort({ [time]: 1, _id: 1 })
      .limit(BATCH)
      .lean<DueOrder[]>();
    for (const order of due) {
      checkpoint();
      await act(order).catch((error: unknown) =>
        log.error({ err: error, orderId: order._id, time }, "a due order could not be moved on"),
      );
    }
    last = due.at(-1);
    if (due.length < BATCH || !hasTimeLeft()) return;
  }
}

function dueAfter(last: DueOrder | undefined, time: Time, until: Date): QueryFilter<OrderDoc> {
  // A store may take an inclusive bound for an exclusive one where the index goes on after that field.
  const before = new Date(until.getTime() + 1);
  // Also excludes null, which is less than any date.
  if (!last) return { [time]: { $gt: new Date(0), $lt: before } };
  return {
    $or: [{ [time]: { $gt: last[time], $lt: before } }, { [time]: last[time], _id: { $gt: last._id } }],
  } as QueryFilter<OrderDoc>;
}
