import type { Deployment } from "./deployment.js";
import { runInDeployment } from "./reporter.js";

export interface WaitingOrder {
  orderId: number;
  payOrderId: number;
  memberId: number;
  amountFen: number;
  /** At the channel; null when nobody has submitted it. */
  no: string | null;
  channelId: number | null;
}

export interface WaitingOrders {
  memberIds: number[];
  addressId: number;
  skuIds: number[];
  count: number;
  /** Submitted to this channel, as far as the shop knows; null: not submitted. */
  channelCode: "social_native" | "payplat_pc" | null;
  /** Whom a payment is told to; "" is nobody. */
  notifyUrl: string;
}

/** Unpaid orders of these members in turn, one unit each. The address is the first member's. */
export const makeWaitingOrders = (deployment: Deployment, wanted: WaitingOrders): Promise<WaitingOrder[]> =>
  runInDeployment(deployment, "scripts/bench/programs/fillOrders.js", [JSON.stringify(wanted)]);
