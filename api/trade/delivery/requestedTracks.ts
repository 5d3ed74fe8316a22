import {
  askParcelJob,
  orderTracks,
  tradeErrors,
  type OrderDoc,
  type OrderTracks,
} from "#shared/domains/trade/index.js";
import { ask, askWaitMs } from "#shared/kernel/queue/ask.js";
import { errors } from "#shared/kernel/request/errors.js";

/**
 * An order's tracks, the provider asked first where what is stored is not fresh. It gets at most 3 s; a provider that
 * is away, or refuses, leaves what is stored. A refusal by name (1011004102) shows where nothing is.
 */
export async function askedTracks(order: OrderDoc): Promise<OrderTracks> {
  const stored = await orderTracks(order);
  if (stored.askFor === null) return stored;
  try {
    await ask(askParcelJob, { parcelId: stored.askFor }, { timeoutMs: askWaitMs.short, coalesce: true });
  } catch (error) {
    const isAway =
      errors.StillWorking.is(error) ||
      tradeErrors.ExpressPlatformFailed.is(error) ||
      tradeErrors.NoExpressPlatform.is(error);
    const isRefused = tradeErrors.ExpressQueryRefused.is(error);
    if (isAway || (isRefused && stored.tracks.length > 0)) return stored;
    throw error;
  }
  return orderTracks(order);
}
