import { randomBytes } from "node:crypto";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import { broadcast, broadcastsArrive, onBroadcast } from "../redis/broadcast.js";
import { clock, seconds } from "../time/clock.js";
import { config } from "../config/config.js";
import { currentContext } from "../request/context.js";
import { defineErrors } from "../request/errors.js";
import { nextId } from "../mongo/ids.js";
import { afterCommit, defineModel } from "../mongo/mongo.js";
import { keyedHash } from "./sealed.js";
import { signAccessToken, type Audience } from "./tokens.js";

/**
 * Signed-in devices of members and operators. MongoDB is the truth; a process remembers a live session for at most 5 s
 * and forgets it at once when another process ends it.
 */
export interface Session {
  _id: number;
  audience: Audience;
  ownerId: number;
  /** Keyed hash of the refresh token in force; the token itself is never kept. */
  refreshHash: string;
  /** The one before it: its second use is told apart from an unknown token. */
  rotated: { hash: string; at: Date }[];
  deviceName: string;
  terminal: number;
  ip: string;
  userAgent: string;
  lastActiveAt: Date;
  /** Its owner has closed the account: good for little more than opening it again. */
  restricted: boolean;
  endedAt: Date | null;
  endedBy: string | null;
  createdAt: Date;
}

export const SessionModel = defineModel<Session>(
  "sessions",
  {
    audience: { type: String, required: true },
    ownerId: { type: Number, required: true },
    refreshHash: { type: String, required: true },
    rotated: { type: [{ _id: false, hash: String, at: Date }], default: [] },
    deviceName: { type: String, default: "" },
    terminal: { type: Number, default: Terminal.unknown },
    ip: { type: String, default: "" },
    userAgent: { type: String, default: "" },
    lastActiveAt: Date,
    restricted: { type: Boolean, default: false },
    endedAt: { type: Date, default: null },
    endedBy: { type: String, default: null },
  },
  {
    indexes: [
      [{ refreshHash: 1 }, { unique: true }],
      [{ "rotated.hash": 1 }],
      [{ audience: 1, ownerId: 1, endedAt: 1 }],
      [{ endedAt: 1 }, { expireAfterSeconds: 30 * 86_400 }],
    ],
  },
);

export const sessionErrors = defineErrors("session", {
  BothTokensExpired: { code: 4010, en: "The sign-in has ended, please sign in again", zh: "登录已失效，请重新登录" },
});

export interface TokenPair {
  ownerId: number;
  sessionId: number;
  accessToken: string;
  refreshToken: string;
  expiresAt: Date;
}

/** The ends of an operator's sessions, idle and in any case; a member's has none. */
const idleMs = (): number => seconds(config.OPERATOR_SESSION_IDLE_SECONDS);
const mostMs = (): number => seconds(config.OPERATOR_SESSION_MAX_SECONDS);

/** When a session ends by itself if it is not used any more, epoch ms. */
function endOf({
  audience,
  createdAt,
  lastActiveAt,
}: Pick<Session, "audience" | "createdAt" | "lastActiveAt">): number {
  if (audience === "member") return Infinity;
  return Math.min(createdAt.getTime() + mostMs(), lastActiveAt.getTime() + idleMs());
}

/** The sessions of an audience that have not ended by themselves. */
const stillRunning = (audience: Audience): object =>
  audience === "member"
    ? {}
    : { createdAt: { $gt: clock.after(-mostMs()) }, lastActiveAt: { $gt: clock.after(-idleMs()) } };

const newRefreshToken = (): string => randomBytes(32).toString("base64url");
const refreshHashOf = (token: string): string => keyedHash("refresh token", token);
/** Hashes of the last rotated tokens that are remembered. */
const REMEMBERED_ROTATIONS = 50;
const GRACE_MS = seconds(10);

/** Opens a session for the caller of the running request. Older ones beyond `limit` are ended; answers those too. */
export async function openSession(
  audience: Audience,
  ownerId: number,
  limit: number,
): Promise<{ pair: TokenPair; pushedOut: Session[] }> {
  const context = currentContext();
  const refreshToken = newRefreshToken();
  const session = {
    _id: await nextId("sessions"),
    audience,
    ownerId,
    refreshHash: refreshHashOf(refreshToken),
    deviceName: deviceNameOf(context?.userAgent ?? ""),
    terminal: context?.terminal ?? Terminal.unknown,
    ip: context?.ip ?? "",
    userAgent: (context?.userAgent ?? "").slice(0, 300),
    lastActiveAt: clock.now(),
  };
  await SessionModel.create([session]);
  const live = await SessionModel.find({ audience, ownerId, endedAt: null })
    .sort({ createdAt: -1, _id: -1 })
    .lean<Session[]>();
  const pushedOut = live.slice(limit);
  await endSessions({ audience, ownerId, ids: pushedOut.map((old) => old._id) }, "newer sign-in");
  return { pair: pairOf({ ...session, createdAt: clock.now() }, refreshToken), pushedOut };
}

/**
 * Rotates a refresh token: the old one is dead from here on. BothTokensExpired (4010) for an unknown, ended or used one;
 * `reused` is set when a rotated token came back after the grace of 10 s, and its session is ended then. A restricted
 * session's token stays as it is.
 */
export async function rotateSession(
  audience: Audience,
  refreshToken: string,
): Promise<{ pair: TokenPair } | { reused: Session } | { refused: true } | { restricted: true }> {
  const hash = refreshHashOf(refreshToken);
  const now = clock.now();
  const fresh = newRefreshToken();
  const session = await SessionModel.findOneAndUpdate(
    { audience, refreshHash: hash, endedAt: null, restricted: { $ne: true }, ...stillRunning(audience) },
    {
      $set: { refreshHash: refreshHashOf(fresh), lastActiveAt: now },
      $push: { rotated: { $each: [{ hash, at: now }], $slice: -REMEMBERED_ROTATIONS } },
    },
    { returnDocument: "after", lean: true },
  );
  if (session) return { pair: pairOf(session, fresh) };
  if (await SessionModel.exists({ audience, refreshHash: hash, endedAt: null, restricted: true }))
    return { restricted: true };
  const rotatedOne = await SessionModel.findOne({ audience, "rotated.hash": hash, endedAt: null }).lean<Session>();
  const rotatedAt = rotatedOne?.rotated.find((entry) => entry.hash === hash)?.at;
  if (!rotatedOne || !rotatedAt || now.getTime() - rotatedAt.getTime() <= GRACE_MS) return { refused: true };
  await endSessions({ audience, ownerId: rotatedOne.ownerId, ids: [rotatedOne._id] }, "refresh token used twice");
  return { reused: rotatedOne };
}

/** Ends sessions of an owner: those of `ids`, or all but `except`. */
export async function endSessions(
  which: { audience: Audience; ownerId: number; ids?: number[]; except?: number },
  endedBy: string,
): Promise<number> {
  const { audience, ownerId, ids, except } = which;
  if (ids?.length === 0) return 0;
  const { modifiedCount } = await SessionModel.updateMany(
    {
      audience,
      ownerId,
      endedAt: null,
      ...(ids ? { _id: { $in: ids } } : except === undefined ? {} : { _id: { $ne: except } }),
    },
    { $set: { endedAt: clock.now(), endedBy } },
  );
  afterCommit(() => broadcast("sessions", `${audience}:${ownerId}`));
  return modifiedCount;
}

/** Restricts one session of an owner, or lifts that from all of them. */
export async function restrictSessions(
  which: { audience: Audience; ownerId: number; id?: number },
  restricted: boolean,
): Promise<void> {
  const { audience, ownerId, id } = which;
  await SessionModel.updateMany(
    { audience, ownerId, endedAt: null, ...(id === undefined ? {} : { _id: id }) },
    { $set: { restricted } },
  );
  afterCommit(() => broadcast("sessions", `${audience}:${ownerId}`));
}

/** The signed-in devices of an owner, newest first. */
export async function listSessions(audience: Audience, ownerId: number): Promise<Session[]> {
  const where = { audience, ownerId, endedAt: null, ...stillRunning(audience) };
  return SessionModel.find(where).sort({ createdAt: -1, _id: -1 }).lean<Session[]>();
}

interface Remembered {
  until: number;
  owner: string;
  restricted: boolean;
  /** When it ends by itself, or its activity is to be written again; epoch ms. */
  lookAgainMs: number;
}
const CACHE_MS = seconds(5);
const CACHE_SIZE = 50_000;
/** How exactly a session's last activity is known. */
const ACTIVITY_MS = seconds(60);
const remembered = new Map<number, Remembered>();
onBroadcast("sessions", (owner) => {
  for (const [id, entry] of remembered) if (entry.owner === owner) remembered.delete(id);
});

/** The session of a token, when it is alive. */
export async function liveSession(
  audience: Audience,
  ownerId: number,
  sessionId: number,
): Promise<{ restricted: boolean } | undefined> {
  const owner = `${audience}:${ownerId}`;
  const entry = remembered.get(sessionId);
  if (
    entry &&
    entry.owner === owner &&
    entry.until > Date.now() &&
    entry.lookAgainMs > clock.ms() &&
    broadcastsArrive()
  )
    return entry;
  const where = { _id: sessionId, audience, ownerId, endedAt: null };
  const shown = { audience: 1, restricted: 1, lastActiveAt: 1, createdAt: 1 } as const;
  const live = await SessionModel.findOne(where, shown).lean<
    Pick<Session, "_id" | "audience" | "restricted" | "lastActiveAt" | "createdAt">
  >();
  if (!live) return undefined;
  const now = clock.now();
  if (endOf(live) <= now.getTime()) {
    await endSessions({ audience, ownerId, ids: [sessionId] }, "ran out");
    return undefined;
  }
  if (now.getTime() - live.lastActiveAt.getTime() > ACTIVITY_MS) {
    await SessionModel.updateOne(where, { $set: { lastActiveAt: now } });
    live.lastActiveAt = now;
  }
  if (remembered.size >= CACHE_SIZE) remembered.clear();
  const { restricted = false } = live;
  const lookAgainMs = Math.min(endOf(live), live.lastActiveAt.getTime() + ACTIVITY_MS + 1);
  remembered.set(sessionId, { until: Date.now() + CACHE_MS, owner, restricted, lookAgainMs });
  return { restricted };
}

/** Is the session of a token alive? */
export async function isSessionLive(audience: Audience, ownerId: number, sessionId: number): Promise<boolean> {
  return (await liveSession(audience, ownerId, sessionId)) !== undefined;
}

type Paired = Pick<Session, "_id" | "audience" | "ownerId" | "createdAt">;
function pairOf({ _id: sessionId, audience, ownerId, createdAt }: Paired, refreshToken: string): TokenPair {
  const endsMs = audience === "member" ? Infinity : createdAt.getTime() + mostMs();
  const { token, expiresAt } = signAccessToken({ audience, ownerId, sessionId }, endsMs);
  return { ownerId, sessionId, accessToken: token, refreshToken, expiresAt };
}

/** A short name that a member recognises a device by. */
export function deviceNameOf(userAgent: string): string {
  const device = /iPhone|iPad|Android|Windows|Macintosh|Linux/.exec(userAgent)?.[0] ?? "";
  const app = /MicroMessenger|Edg|Chrome|Firefox|Safari/.exec(userAgent)?.[0] ?? "";
  const name = [device.replace("Macintosh", "Mac"), app.replace("MicroMessenger", "WeChat").replace("Edg", "Edge")]
    .filter(Boolean)
    .join(" ");
  return name || userAgent.split(/[\s/]/)[0]?.slice(0, 40) || "unknown device";
}
