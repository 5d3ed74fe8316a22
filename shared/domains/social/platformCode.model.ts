import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { SocialType } from "./social.codes.js";

/** What a code is for: a sign-in of a type, or the phone number of a mini-program's user. */
export type CodeKind = `${SocialType}` | "phone";

/**
 * A code of the provider on its way to an answer. waiting -> running (a worker asks, until `leaseUntil`) -> answered ->
 * used (the one caller took the answer), or refused for good; running -> waiting when the provider did not answer.
 */
export interface PlatformCodeDoc {
  /** Keyed hash of kind and code. */
  _id: string;
  kind: CodeKind;
  state: "waiting" | "running" | "answered" | "used" | "refused";
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
