import type { ChannelFamily } from "../channel/payChannel.codes.js";

/** A payment as the provider tells it, verified: by a callback or by a query. */
export interface PaymentFound {
  family: ChannelFamily;
  /** Who received it, where that is known: a payment to one merchant pays no attempt of another. */
  merchantId?: string | null;
  /** The attempt's number. */
  no: string;
  channelOrderNo: string;
  paidFen: number;
  paidAt: Date;
  channelUserId: string | null;
}
