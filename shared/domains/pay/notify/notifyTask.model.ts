import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { defineTries, deliveryFields, type DeliveryDoc } from "#shared/kernel/webhooks/delivery.model.js";

export const notifyTypes = ["pay.order.paid", "pay.refund.succeeded"] as const;
export type NotifyType = (typeof notifyTypes)[number];

/** A notification to a merchant's notifyUrl (rules: Payment). Each try sends the same body and id. */
export interface NotifyTaskDoc extends DeliveryDoc {
  type: NotifyType;
  appId: number;
  payOrderId: number;
  /** Null for pay.order.paid. */
  refundId: number | null;
  merchantOrderId: string;
}
export const NotifyTaskModel = defineModel<NotifyTaskDoc>(
  "notifyTasks",
  {
    type: { type: String, enum: notifyTypes, required: true },
    appId: { type: Number, required: true },
    payOrderId: { type: Number, required: true },
    refundId: { type: Number, default: null },
    merchantOrderId: { type: String, required: true },
    ...deliveryFields,
  },
  {
    indexes: [
      [{ type: 1, payOrderId: 1, refundId: 1 }, { unique: true }],
      [{ merchantOrderId: 1 }],
      [{ status: 1, createdAt: -1, _id: -1 }],
      [{ host: 1, status: 1, nextTryAt: 1 }],
      [{ host: 1, inLineSince: 1 }],
      [{ createdAt: -1, _id: -1 }],
    ],
  },
);

export const NotifyTryModel = defineTries("notifyTries");
