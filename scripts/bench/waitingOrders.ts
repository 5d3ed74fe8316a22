import type { Deployment } from "./deployment.js";
import { runInDeployment } from "./reporter.js";

export interface WaitingOrder {
  orderId: number;
  payOrderId: number;
  memberId: number;
  amountFen: number;
  /** The attempt's number at the channel; null when it was not submitted. */
  no: string | null;
  channelId: number | null;
}

export interface WaitingOrders {
  memberIds: number[];
  addressId: number;
  skuIds: number[];
  count: number;
  /** The channel that the shop submitted it to; null: not submitted. */
  channelCode: "social_native" | "payplat_pc" | null;
  /** The merchant's address for payments; "" is none. */
  notifyUrl: string;
}

/** Unpaid orders of these members in turn, one unit each. The address is the first member's. */
export const makeWaitingOrders = (deployment: Deployment, wanted: WaitingOrders): Promise<WaitingOrder[]> =>
  runInDeployment(deployment, "scripts/bench/programs/fillOrders.js", [JSON.stringify(wanted)]);
