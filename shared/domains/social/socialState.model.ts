import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A sign-in that was begun: `_id` is a keyed hash of the state that the provider brings back. */
interface SocialStateDoc {
  _id: string;
  type: number;
  /** What it was used for; null until then. */
  usedBy: string | null;
  /** Keyed hash of the secret of the browser that asked for it. */
  browserHash: string | null;
  expiresAt: Date;
}

export const SocialStateModel = defineModel<SocialStateDoc>(
  "socialStates",
  {
    _id: { type: String, required: true },
    type: { type: Number, required: true },
    usedBy: { type: String, default: null },
    browserHash: { type: String, default: null },
    expiresAt: { type: Date, required: true },
  },
  { indexes: [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
);
