import { z } from "zod";
import { DateRange, longOf, LongId, optional, pageInput, pageOf, Time } from "#api/http/fields.js";
import { WhyView } from "#api/operations/why.schemas.js";
import { notifyTypes } from "#shared/domains/pay/index.js";
import { NotifyStatus } from "#shared/domains/pay/order/payOrder.states.js";

const notifyFilter = {
  merchantOrderId: optional(z.string().max(64)),
  payOrderId: optional(LongId),
  appId: optional(LongId),
  /** Of the receiver, with its port. */
  host: optional(z.string().max(255)),
  type: optional(z.enum(notifyTypes)),
  createTime: DateRange,
};
export const NotifyPageQuery = pageInput({
  ...notifyFilter,
  /** Any number of the order, including the shop's own. */
  no: optional(z.string().max(64)),
  status: optional(longOf(Object.values(NotifyStatus))),
});
/** The deliveries to replay: the abandoned ones, unless status 10 selects delivered ones. */
export const NotifyReplayAllBody = z.object({
  ...notifyFilter,
  status: optional(longOf([NotifyStatus.delivered, NotifyStatus.abandoned])).transform(
    (status) => status ?? NotifyStatus.abandoned,
  ),
});
/** `url: "current"`: to the pay app's current address, instead of the delivery's original one. */
export const NotifyReplayBody = z.object({ id: LongId, url: optional(z.literal("current")) });
export const NotifyReplayed = z.object({ replayed: z.number().int(), left: z.number().int() });
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
  why: WhyView,
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
