import { randomBytes } from "node:crypto";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import { broadcast, broadcastsArrive, onBroadcast } from "../redis/broadcast.js";
import { clock, seconds } from "../time/clock.js";
import { config } from "../config/config.js";
import { currentContext } from "../request/context.js";
import { defineErrors } from "../request/errors.js";
import { nextId } from "../mongo/ids.js";
import { afterCommit, defineModel } from "../mongo/mongo.js";
import { deviceNameOf } from "./deviceName.js";
import { keyedHash } from "./sealed.js";
import { signAccessToken, type AccessClaims, type Audience } from "./tokens.js";

/**
 * Signed-in devices of members and operators. MongoDB is the source of truth; a process caches a member's live session for
 * at most 5 s and drops it at once when another process ends it. An operator's is read each time: whoever is disabled is
 * refused by every process from that moment on.
 */
export interface Session {
  _id: number;
  audience: Audience;
  ownerId: number;
  /** Keyed hash of the current refresh token; the token itself is never stored. */
  refreshHash: string;
  /** Earlier tokens, so that a second use of one is distinguished from an unknown token. */
  rotated: { hash: string; at: Date }[];
  /** Equal to refreshHash as long as nobody used the pair of the last rotation; absent in older rows. */
  unusedHash?: string | null;
  deviceName: string;
  terminal: number;
  ip: string;
  userAgent: string;
  lastActiveAt: Date;
  /** Its owner has closed the account: it allows little more than opening it again. */
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
    unusedHash: { type: String, default: null },
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

/** The idle and the absolute limit of operators' sessions; members' sessions have none. */
const idleMs = (): number => seconds(config.OPERATOR_SESSION_IDLE_SECONDS);
const absoluteMs = (): number => seconds(config.OPERATOR_SESSION_MAX_SECONDS);

/** When an unused session expires, epoch ms. */
function endOf({
  audience,
  createdAt,
  lastActiveAt,
}: Pick<Session, "audience" | "createdAt" | "lastActiveAt">): number {
  if (audience === "member") return Infinity;
  return Math.min(createdAt.getTime() + absoluteMs(), lastActiveAt.getTime() + idleMs());
}

/** The sessions of an audience that have not expired. */
const notExpired = (audience: Audience): object =>
  audience === "member"
    ? {}
    : { createdAt: { $gt: clock.after(-absoluteMs()) }, lastActiveAt: { $gt: clock.after(-idleMs()) } };

const newRefreshToken = (): string => randomBytes(32).toString("base64url");
const refreshHashOf = (token: string): string => keyedHash("refresh token", token);
/** Names a pair in its access token, so that its first use is noticed. */
const pairIdOf = (refreshHash: string): string => keyedHash("token pair", refreshHash).slice(0, 16);
/** How many hashes of rotated tokens are stored. */
const MOST_ROTATIONS = 50;
const GRACE_MS = seconds(10);

/** Opens a session for the caller of the running request. Ends older ones beyond `limit` and returns those too. */
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

export type Rotation =
  { pair: TokenPair } | { unanswered: Session } | { reused: Session } | { refused: true } | { restricted: true };

/**
 * Rotates a refresh token, which makes the old one invalid. `refused`, which clients see as BothTokensExpired (4010), for
 * an unknown, ended or used one; `unanswered` for the last rotated one whose new pair nobody used, as its answer may have
 * been lost; `reused` when a rotated token came back although the next pair was used and the grace of 10 s is over, which
 * ends its session. A restricted session's token is not rotated.
 */
export async function rotateSession(audience: Audience, refreshToken: string): Promise<Rotation> {
  const hash = refreshHashOf(refreshToken);
  const now = clock.now();
  const fresh = newRefreshToken();
  const freshHash = refreshHashOf(fresh);
  const session = await SessionModel.findOneAndUpdate(
    { audience, refreshHash: hash, endedAt: null, restricted: { $ne: true }, ...notExpired(audience) },
    {
      $set: { refreshHash: freshHash, unusedHash: freshHash, lastActiveAt: now },
      $push: { rotated: { $each: [{ hash, at: now }], $slice: -MOST_ROTATIONS } },
    },
    { returnDocument: "after", lean: true },
  );
  if (session) return { pair: pairOf(session, fresh) };
  if (await SessionModel.exists({ audience, refreshHash: hash, endedAt: null, restricted: true }))
    return { restricted: true };
  const rotatedOne = await SessionModel.findOne({ audience, "rotated.hash": hash, endedAt: null }).lean<Session>();
  const rotatedAt = rotatedOne?.rotated.find((entry) => entry.hash === hash)?.at;
  if (!rotatedOne || !rotatedAt) return { refused: true };
  if (isPairUnused(rotatedOne) && rotatedOne.rotated.at(-1)?.hash === hash)
    return endOf(rotatedOne) > now.getTime() ? { unanswered: rotatedOne } : { refused: true };
  if (now.getTime() - rotatedAt.getTime() <= GRACE_MS) return { refused: true };
  await endSessions({ audience, ownerId: rotatedOne.ownerId, ids: [rotatedOne._id] }, "refresh token used twice");
  return { reused: rotatedOne };
}

const isPairUnused = ({ refreshHash, unusedHash }: Pick<Session, "refreshHash" | "unusedHash">): boolean =>
  unusedHash === refreshHash;

/** Whether a pair is the one that a session has now. */
export const isPairOf = ({ _id, refreshHash }: Pick<Session, "_id" | "refreshHash">, pair: TokenPair): boolean =>
  pair.sessionId === _id && refreshHashOf(pair.refreshToken) === refreshHash;

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
  const where = { audience, ownerId, endedAt: null, ...notExpired(audience) };
  return SessionModel.find(where).sort({ createdAt: -1, _id: -1 }).lean<Session[]>();
}

interface CachedSession {
  until: number;
  owner: string;
  /** The pair of the token that it was read for: one of another pair may be its first use. */
  pairId: string | undefined;
  restricted: boolean;
  /** When it expires, or its activity has to be written again; epoch ms. */
  recheckMs: number;
}
const CACHE_MS = seconds(5);
const CACHE_SIZE = 50_000;
/** The precision of a session's last activity. */
const ACTIVITY_MS = seconds(60);
const cache = new Map<number, CachedSession>();
onBroadcast("sessions", (owner) => {
  for (const [id, entry] of cache) if (entry.owner === owner) cache.delete(id);
});

/** The session of a token if it is live. The first use of a pair is recorded before this returns. */
export async function liveSession({
  audience,
  ownerId,
  sessionId,
  pairId,
}: AccessClaims): Promise<{ restricted: boolean } | undefined> {
  const owner = `${audience}:${ownerId}`;
  const entry = audience === "member" ? cache.get(sessionId) : undefined;
  const isCurrent = entry && entry.owner === owner && entry.pairId === pairId && entry.until > Date.now();
  if (isCurrent && entry.recheckMs > clock.ms() && broadcastsArrive()) return entry;
  const where = { _id: sessionId, audience, ownerId, endedAt: null };
  const shown = { audience: 1, restricted: 1, lastActiveAt: 1, createdAt: 1, refreshHash: 1, unusedHash: 1 } as const;
  const live = await SessionModel.findOne(where, shown).lean<
    Pick<Session, "_id" | "audience" | "restricted" | "lastActiveAt" | "createdAt" | "refreshHash" | "unusedHash">
  >();
  if (!live) return undefined;
  const now = clock.now();
  if (endOf(live) <= now.getTime()) {
    await endSessions({ audience, ownerId, ids: [sessionId] }, "ran out");
    return undefined;
  }
  const isFirstUse = pairId !== undefined && isPairUnused(live) && pairIdOf(live.refreshHash) === pairId;
  // Guarded by the pair, as one that it is exchanged for meanwhile has a first use of its own.
  if (isFirstUse)
    await SessionModel.updateOne(
      { ...where, unusedHash: live.refreshHash },
      { $set: { unusedHash: null, lastActiveAt: now } },
    );
  else if (now.getTime() - live.lastActiveAt.getTime() > ACTIVITY_MS) {
    await SessionModel.updateOne(where, { $set: { lastActiveAt: now } });
    live.lastActiveAt = now;
  }
  const { restricted = false } = live;
  if (audience === "operator") return { restricted };
  if (cache.size >= CACHE_SIZE) cache.clear();
  const recheckMs = Math.min(endOf(live), live.lastActiveAt.getTime() + ACTIVITY_MS + 1);
  cache.set(sessionId, { until: Date.now() + CACHE_MS, owner, pairId, restricted, recheckMs });
  return { restricted };
}

/** Whether the session of a token is live. */
export async function isSessionLive(claims: AccessClaims): Promise<boolean> {
  return (await liveSession(claims)) !== undefined;
}

type Paired = Pick<Session, "_id" | "audience" | "ownerId" | "createdAt">;
function pairOf({ _id: sessionId, audience, ownerId, createdAt }: Paired, refreshToken: string): TokenPair {
  const endsMs = audience === "member" ? Infinity : createdAt.getTime() + absoluteMs();
  const pairId = pairIdOf(refreshHashOf(refreshToken));
  const { token, expiresAt } = signAccessToken({ audience, ownerId, sessionId, pairId }, endsMs);
  return { ownerId, sessionId, accessToken: token, refreshToken, expiresAt };
}
