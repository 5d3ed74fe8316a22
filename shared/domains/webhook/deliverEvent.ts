import { deliver } from "#shared/kernel/webhooks/deliver.js";
import { reviveDeliveries as revive } from "#shared/kernel/webhooks/replayDelivery.js";
import { events } from "./deliveries.js";

/** One try of one delivery. */
export const deliverEvent = (deliveryId: number, tryNumber: number): Promise<void> =>
  deliver(events, deliveryId, tryNumber);

export const reviveDeliveries = (): Promise<void> => revive(events);
