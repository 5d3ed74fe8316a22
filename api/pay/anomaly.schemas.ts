import { z } from "zod";
import { DateRange, longOf, LongId, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import { UserInShort } from "#api/member/memberInShort.js";
import { anomalyKinds } from "#shared/domains/pay/index.js";
import { AnomalyStatus } from "#shared/domains/pay/reconciliation/reconciliation.states.js";

export const AnomalyPageQuery = pageInput({
  kind: optional(z.enum(anomalyKinds)),
  status: optional(longOf(Object.values(AnomalyStatus))),
  payOrderId: optional(LongId),
  merchantOrderId: optional(text(64)),
  /** A number of the payment or the refund, the shop's or the channel's. */
  no: optional(text(64)),
  createTime: DateRange,
});
export const AnomalyView = z.object({
  id: z.number(),
  kind: z.enum(anomalyKinds),
  payOrderId: z.number().nullable(),
  /** The payer of that order. */
  userId: z.number().nullable(),
  user: UserInShort,
  merchantOrderId: z.string().nullable(),
  channelCode: z.string().nullable(),
  no: z.string(),
  channelOrderNo: z.string().nullable(),
  /** The received amount, in fen; for a difference to a statement the statement's (0: it has none). */
  price: z.number(),
  /** The expected amount, in fen; for a difference to a statement our own. */
  expectedPrice: z.number().nullable(),
  refundId: z.number().nullable(),
  refundNo: z.string().nullable(),
  refundStatus: z.number().nullable(),
  note: z.string(),
  /** 0 open, 10 ended automatically, 20 closed by an operator. */
  status: z.number(),
  /** refund: the money is back; provider: its later news; statement: a later one shows no difference; operator. */
  endedBy: z.enum(["refund", "provider", "statement", "operator"]).nullable(),
  endTime: Time.nullable(),
  operatorId: z.number().nullable(),
  /** The operator's current name; null also once deleted. */
  operatorName: z.string().nullable(),
  remark: z.string(),
  createTime: Time,
});
export const AnomalyPage = pageOf(AnomalyView);
export const AnomalyCloseBody = z.object({ id: LongId, remark: text(500, 1) });
