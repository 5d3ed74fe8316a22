import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { SocialType } from "#shared/domains/social/social.codes.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import { QrStatus } from "./qrSignIn.states.js";

/**
 * A browser that shows a QR code and waits. Two secrets lead here, kept as hashes: the session id, which only the browser
 * knows and which the tokens are handed out for, and the state, which the code shows to whoever stands before the screen.
 */
export interface QrSignInDoc {
  _id: number;
  sessionHash: string;
  stateHash: string;
  status: QrStatus;
  /** Where the browser's page goes on once it is signed in; absent with those of before. */
  redirectUri?: string;
  /** Whose page the phone agreed on: 31 inside the provider's app, 32 in any other browser; null until it was scanned. */
  socialType: typeof SocialType.officialAccount | typeof SocialType.website | null;
  /** Of the browser: the session that is opened is its, not the phone's. */
  ip: string;
  userAgent: string;
  terminal: number;
  /** The end of waiting; of a confirmed one the end of its handing out. */
  expiresAt: Date;
  /** A callback is at work until then: others wait for what comes of it. */
  confirmingUntil: Date | null;
  /** Of the confirmed one: who signed in, in which session, and the token pair, sealed. */
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
