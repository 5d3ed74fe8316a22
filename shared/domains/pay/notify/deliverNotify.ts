import { deliver } from "#shared/kernel/webhooks/deliver.js";
import { notices } from "./notices.js";

/** One try of one notice to a merchant (rules: Payment). */
export const deliverNotify = (notifyId: number, tryNumber: number): Promise<void> =>
  deliver(notices, notifyId, tryNumber);
