import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A sign-in that was begun: `_id` is a keyed hash of the state that the provider returns. */
interface SocialStateDoc {
  _id: string;
  type: number;
  /** Keyed hash of the code that it was used with; null while unused. */
  usedBy: string | null;
  /** Keyed hash of the secret of the browser that it was issued to. */
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
