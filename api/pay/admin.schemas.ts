import { z } from "zod";
import { longOf, LongId, optional, pageInput, pageOf, Time } from "#api/http/fields.js";
import { notifyTypes } from "#shared/domains/pay/index.js";

export const NotifyPageQuery = pageInput({
  merchantOrderId: optional(z.string().max(64)),
  status: optional(longOf([0, 10, 20])),
});
export const NotifyView = z.object({
  id: z.number(),
  type: z.enum(notifyTypes),
  appId: z.number(),
  payOrderId: z.number(),
  refundId: z.number().nullable(),
  merchantOrderId: z.string(),
  notifyUrl: z.string(),
  status: z.number(),
  notifyTimes: z.number(),
  maxNotifyTimes: z.number(),
  nextNotifyTime: Time.nullable(),
  lastExecuteTime: Time.nullable(),
  lastStatus: z.number().nullable(),
  createTime: Time,
});
export const NotifyPage = pageOf(NotifyView);
export const NotifyDetail = NotifyView.extend({
  body: z.string(),
  logs: z.array(
    z.object({
      tryNumber: z.number(),
      status: z.number().nullable(),
      ms: z.number(),
      body: z.string(),
      createTime: Time,
    }),
  ),
});

export const anomalyKinds = [
  "unknownOrder",
  "wrongAmount",
  "afterClose",
  "secondPayment",
  "walletShort",
  "refundFailed",
] as const;
export const AnomalyPageQuery = pageInput({ kind: optional(z.enum(anomalyKinds)), payOrderId: optional(LongId) });
export const AnomalyPage = pageOf(
  z.object({
    id: z.number(),
    kind: z.enum(anomalyKinds),
    payOrderId: z.number().nullable(),
    merchantOrderId: z.string().nullable(),
    channelCode: z.string().nullable(),
    no: z.string(),
    channelOrderNo: z.string().nullable(),
    price: z.number(),
    expectedPrice: z.number().nullable(),
    refundId: z.number().nullable(),
    refundNo: z.string().nullable(),
    refundStatus: z.number().nullable(),
    note: z.string(),
    createTime: Time,
  }),
);

export const PayAppView = z.object({
  id: z.number(),
  appKey: z.string(),
  name: z.string(),
  status: z.number(),
  orderNotifyUrl: z.string(),
  refundNotifyUrl: z.string(),
  secret: z.string(),
  createTime: Time,
});
