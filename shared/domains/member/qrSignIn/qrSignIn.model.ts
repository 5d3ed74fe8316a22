import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { SocialType } from "#shared/domains/social/social.codes.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import { QrStatus } from "./qrSignIn.states.js";

/**
 * A browser that shows a QR code and waits. Two secrets identify it, stored as hashes: the session id, which only the
 * browser knows and which gets the tokens, and the state in the QR code, which everyone before the screen can read.
 */
export interface QrSignInDoc {
  _id: number;
  sessionHash: string;
  stateHash: string;
  status: QrStatus;
  /** The address the browser's page goes to once signed in; absent in older rows. */
  redirectUri?: string;
  /** The application that the phone agrees at: 31 in the provider's app, 32 in other browsers; null until scanned. */
  socialType: typeof SocialType.officialAccount | typeof SocialType.website | null;
  /** Those of the browser, as the session is opened for it, not for the phone. */
  ip: string;
  userAgent: string;
  terminal: number;
  /** The end of waiting; once confirmed, the end of handing out the tokens. */
  expiresAt: Date;
  /** A callback is at work until then; others wait for its result. */
  confirmingUntil: Date | null;
  /** Once confirmed: who signed in, in which session, and the sealed token pair. */
  memberId: number | null;
  sessionId: number | null;
  sealedId: string | null;
  /** When the browser first got its tokens. */
  collectedAt: Date | null;
  createdAt: Date;
}

export const QrSignInModel = defineModel<QrSignInDoc>(
  "qrSignIns",
  {
    sessionHash: { type: String, required: true },
    stateHash: { type: String, required: true },
    status: { type: Number, default: QrStatus.waiting },
    redirectUri: String,
    socialType: { type: Number, default: null },
    ip: { type: String, default: "" },
    userAgent: { type: String, default: "" },
    terminal: { type: Number, default: Terminal.unknown },
    expiresAt: { type: Date, required: true },
    confirmingUntil: { type: Date, default: null },
    memberId: { type: Number, default: null },
    sessionId: { type: Number, default: null },
    sealedId: { type: String, default: null },
    collectedAt: { type: Date, default: null },
  },
  {
    indexes: [
      [{ sessionHash: 1 }, { unique: true }],
      [{ stateHash: 1 }, { unique: true }],
      [{ status: 1, expiresAt: 1 }],
      [{ expiresAt: 1 }, { expireAfterSeconds: 86_400 }],
    ],
  },
);
