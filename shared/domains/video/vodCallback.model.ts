import { days } from "#shared/kernel/time/clock.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A callback of the video provider with a valid signature, as received. */
export interface VodCallbackDoc {
  _id: number;
  /** Hash of the body: the same callback is stored once. */
  digest: string;
  body: string;
  handledAt: Date | null;
  createdAt: Date;
}

export const VodCallbackModel = defineModel<VodCallbackDoc>(
  "vodCallbacks",
  {
    digest: { type: String, required: true },
    body: { type: String, required: true },
    handledAt: { type: Date, default: null },
  },
  {
    indexes: [
      [{ digest: 1 }, { unique: true }],
      [{ createdAt: 1 }, { expireAfterSeconds: days(60) / 1_000 }],
    ],
  },
);
