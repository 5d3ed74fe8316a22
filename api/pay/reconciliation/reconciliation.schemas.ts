import { z } from "zod";
import { longOf, LongId, optional, pageInput, pageOf, Time } from "#api/http/fields.js";
import { differenceKinds } from "#shared/domains/pay/index.js";
import { DifferenceStatus, ReconciliationStatus } from "#shared/domains/pay/reconciliation/reconciliation.states.js";

/** A day of Asia/Shanghai. */
const Day = z.iso.date();
/** A range of days in a query: `day=first&day=last`, both included; a single value is the first. */
const DayRange = z
  .preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(Day).min(1).max(2).optional(),
  )
  .refine((range) => range?.[1] === undefined || range[0]! <= range[1], { error: "must not end before it begins" });

export const ReconciliationPageQuery = pageInput({
  channelId: optional(LongId),
  day: DayRange,
  status: optional(longOf(Object.values(ReconciliationStatus))),
});
/** Amounts in fen. */
const ReconciliationView = z.object({
  id: z.number(),
  /** wechatpay or payplat. */
  platform: z.string(),
  merchantId: z.string(),
  channelIds: z.array(z.number()),
  day: z.string(),
  /** 0 no statement yet, 10 equal, 20 open differences, 30 abandoned. */
  status: z.number(),
  channelPaymentCount: z.number(),
  channelPaymentPrice: z.number(),
  channelRefundCount: z.number(),
  channelRefundPrice: z.number(),
  channelFeePrice: z.number(),
  paymentCount: z.number(),
  paymentPrice: z.number(),
  refundCount: z.number(),
  refundPrice: z.number(),
  equalCount: z.number(),
  differenceCount: z.number(),
  /** Of the last failed download. */
  channelErrorCode: z.string().nullable(),
  channelErrorMsg: z.string().nullable(),
  tryTimes: z.number(),
  nextRunTime: Time.nullable(),
  compareTime: Time.nullable(),
  createTime: Time,
});
export const ReconciliationPage = pageOf(ReconciliationView);

export const ReconciliationDetailQuery = pageInput({
  id: LongId,
  kind: optional(z.enum(differenceKinds)),
  status: optional(longOf(Object.values(DifferenceStatus))),
});
const DifferenceView = z.object({
  id: z.number(),
  kind: z.enum(differenceKinds),
  no: z.string(),
  refundNo: z.string().nullable(),
  channelOrderNo: z.string().nullable(),
  channelRefundNo: z.string().nullable(),
  channelId: z.number().nullable(),
  payOrderId: z.number().nullable(),
  refundId: z.number().nullable(),
  /** Our amount, null when we have none. */
  price: z.number().nullable(),
  /** The statement's amount, null when it has none. */
  channelPrice: z.number().nullable(),
  note: z.string(),
  /** 0 open, 10 ended. */
  status: z.number(),
  endedBy: z.enum(["settled", "returned", "vanished"]).nullable(),
  endTime: Time.nullable(),
  anomalyId: z.number().nullable(),
  anomalyStatus: z.number().nullable(),
  createTime: Time,
});
export const ReconciliationDetail = ReconciliationView.extend({ differences: pageOf(DifferenceView) });

export const ReconciliationRunBody = z.object({ channelId: LongId, day: Day });
