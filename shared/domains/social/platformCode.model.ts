import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { CodeKind, CodeState } from "./social.codes.js";

/**
 * A code of the provider on its way to an answer.
 */
export interface PlatformCodeDoc {
  /** Keyed hash of kind and code. */
  _id: string;
  kind: CodeKind;
  state: CodeState;
  /** The code, sealed; null once it is answered or refused. */
  codeBox: string | null;
  /** What the provider said, sealed; null once it was taken. */
  answerBox: string | null;
  leaseUntil: Date | null;
  expiresAt: Date;
}

export const PlatformCodeModel = defineModel<PlatformCodeDoc>(
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
