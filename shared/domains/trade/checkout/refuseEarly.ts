import { refuseSoldOut, type ActivityInput } from "#shared/domains/promotion/activity/index.js";
import { ActivityKind } from "#shared/domains/promotion/activity/activity.states.js";
import type { OrderLineInput } from "./readBasket.js";

/** Refuses buyers of a sold-out flash sale before anything is read; the sale itself still decides later. */
export async function refuseEarly(input: ActivityInput, [line, ...others]: readonly OrderLineInput[]): Promise<void> {
  if (input.seckillActivityId === undefined || others.length > 0 || !line?.skuId || !line.count) return;
  await refuseSoldOut({
    type: ActivityKind.seckill,
    activityId: input.seckillActivityId,
    skuId: line.skuId,
    count: line.count,
  });
}
