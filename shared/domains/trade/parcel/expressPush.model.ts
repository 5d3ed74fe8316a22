import type { ExpressProvider } from "#shared/providers/express/port.js";
import { days } from "#shared/kernel/time/clock.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** The signed part, as received, of a tracking provider's push with a valid signature. */
export interface ExpressPushDoc {
  _id: number;
  /** Absent in rows from when there was only one provider. */
  provider?: ExpressProvider;
  /** A hash of the signed part, so that a push is stored once. */
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
