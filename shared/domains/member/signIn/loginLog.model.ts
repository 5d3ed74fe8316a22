import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { Audience } from "#shared/kernel/security/tokens.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";

/** LOGIN_* are tries to sign in (rules: Sign-in); the others end a session. */
export const authEventKinds = [
  "LOGIN_USERNAME",
  "LOGIN_MOBILE",
  "LOGIN_SMS",
  "LOGIN_SOCIAL",
  "LOGOUT_SELF",
  "LOGOUT_DELETE",
  "REFRESH_REUSED",
] as const;
export type AuthEventKind = (typeof authEventKinds)[number];

export interface LoginLogDoc {
  _id: number;
  audience: Audience;
  /** Member or operator; null when the name is unknown. */
  ownerId: number | null;
  /** Mobile or user name, as typed. */
  username: string;
  kind: AuthEventKind;
  /** One of SignInResult. */
  result: number;
  ip: string;
  userAgent: string;
  terminal: number;
  requestId: string;
  createdAt: Date;
}

export const LoginLogModel = defineModel<LoginLogDoc>(
  "loginLogs",
  {
    audience: { type: String, required: true },
    ownerId: { type: Number, default: null },
    username: { type: String, default: "" },
    kind: { type: String, required: true },
    result: { type: Number, required: true },
    ip: { type: String, default: "" },
    userAgent: { type: String, default: "" },
    terminal: { type: Number, default: Terminal.unknown },
    requestId: { type: String, required: true },
  },
  {
    indexes: [
      [{ audience: 1, createdAt: -1, _id: -1 }],
      [{ audience: 1, username: 1, result: 1, ip: 1 }],
      [{ createdAt: -1, _id: -1 }],
      [{ ownerId: 1, createdAt: -1, _id: -1 }],
      [{ createdAt: 1 }, { expireAfterSeconds: 180 * 86_400 }],
    ],
  },
);
