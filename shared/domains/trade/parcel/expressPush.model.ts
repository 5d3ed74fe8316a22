import type { ExpressProvider } from "#shared/providers/express/port.js";
import { days } from "#shared/kernel/time/clock.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A push of the tracking provider whose signature held: its signed part, as it came. */
export interface ExpressPushDoc {
  _id: number;
  /** Absent on what was stored when there was one provider. */
  provider?: ExpressProvider;
  /** A hash of the signed part: the same push is stored once. */
  digest: string;
  body: string;
  handledAt: Date | null;
  createdAt: Date;
}

export const ExpressPushModel = defineModel<ExpressPushDoc>(
  "expressPushes",
  {
    provider: { type: String, enum: ["kuaidi100", "kdniao"], default: "kuaidi100" },
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
