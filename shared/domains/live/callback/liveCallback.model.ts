import { days } from "#shared/kernel/time/clock.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A callback of the streaming provider with a valid signature, as received. */
export interface LiveCallbackDoc {
  _id: number;
  /** Hash of the body: the same callback is stored once. */
  digest: string;
  body: string;
  /** How often the provider was queried and did not know of it yet. */
  looks: number;
  handledAt: Date | null;
  createdAt: Date;
}

export const LiveCallbackModel = defineModel<LiveCallbackDoc>(
  "liveCallbacks",
  {
    digest: { type: String, required: true },
    body: { type: String, required: true },
    looks: { type: Number, default: 0 },
    handledAt: { type: Date, default: null },
  },
  {
    indexes: [
      [{ digest: 1 }, { unique: true }],
      [{ createdAt: 1 }, { expireAfterSeconds: days(60) / 1_000 }],
    ],
  },
);
