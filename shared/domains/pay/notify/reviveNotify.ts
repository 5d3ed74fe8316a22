import { reviveDeliveries } from "#shared/kernel/webhooks/replayDelivery.js";
import { notices } from "./notices.js";

export const reviveNotify = (): Promise<void> => reviveDeliveries(notices);
