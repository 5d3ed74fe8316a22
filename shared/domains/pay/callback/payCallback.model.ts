import { days } from "#shared/kernel/time/clock.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A channel's callback with a valid signature, as received (its content still encrypted). */
export interface PayCallbackDoc {
  _id: number;
  channelId: number;
  /** The provider's id of the notice: each is stored once. */
  noticeId: string;
  body: string;
  handledAt: Date | null;
  createdAt: Date;
}

export const PayCallbackModel = defineModel<PayCallbackDoc>(
  "payCallbacks",
  {
    channelId: { type: Number, required: true },
    noticeId: { type: String, required: true },
    body: { type: String, required: true },
    handledAt: { type: Date, default: null },
  },
  {
    indexes: [
      [{ channelId: 1, noticeId: 1 }, { unique: true }],
      [{ createdAt: 1 }, { expireAfterSeconds: days(180) / 1_000 }],
    ],
  },
);
