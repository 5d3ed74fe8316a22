import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { CodeKind, CodeState } from "./social.codes.js";

/** A code of the provider that is to be resolved. */
export interface SocialCodeDoc {
  /** Keyed hash of kind and code. */
  _id: string;
  kind: CodeKind;
  state: CodeState;
  /** The sealed code; null once it is answered or refused. */
  codeBox: string | null;
  /** The provider's sealed answer; null once it was taken. */
  answerBox: string | null;
  leaseUntil: Date | null;
  expiresAt: Date;
}

export const SocialCodeModel = defineModel<SocialCodeDoc>(
  "socialCodes",
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    state: { type: String, required: true },
    codeBox: { type: String, default: null },
    answerBox: { type: String, default: null },
    leaseUntil: { type: Date, default: null },
    expiresAt: { type: Date, required: true },
  },
  { indexes: [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
);
