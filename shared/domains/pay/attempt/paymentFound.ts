import type { ChannelFamily } from "../channel/payChannel.codes.js";

/** A verified payment, as a provider's callback or query reports it. */
export interface PaymentFound {
  family: ChannelFamily;
  /** The merchant that received it, where known: its payment settles no attempt of another merchant. */
  merchantId?: string | null;
  /** The number of the attempt. */
  no: string;
  channelOrderNo: string;
  paidFen: number;
  paidAt: Date;
  channelUserId: string | null;
}
