import {
  askParcelJob,
  orderTracks,
  deliveryErrors,
  type OrderDoc,
  type OrderTracks,
} from "#shared/domains/trade/index.js";
import { ask, askWaitMs } from "#shared/kernel/queue/ask.js";
import { errors } from "#shared/kernel/request/errors.js";

/**
 * The tracks of an order's parcel, queried at the provider when the stored ones are not fresh. It gets at most 3 s; if it fails
 * or refuses, the stored tracks are returned. A named refusal (1011004102) only shows without stored tracks.
 */
export async function freshTracks(order: OrderDoc, parcelId?: number): Promise<OrderTracks> {
  const stored = await orderTracks(order, parcelId);
  if (stored.askFor === null) return stored;
  try {
    await ask(askParcelJob, { parcelId: stored.askFor }, { timeoutMs: askWaitMs.short, coalesce: true });
  } catch (error) {
    const isAway =
      errors.StillWorking.is(error) ||
      deliveryErrors.ExpressPlatformFailed.is(error) ||
      deliveryErrors.NoExpressPlatform.is(error);
    const isRefused = deliveryErrors.ExpressQueryRefused.is(error);
    if (isAway || (isRefused && stored.tracks.length > 0)) return stored;
    throw error;
  }
  return orderTracks(order, parcelId);
}
