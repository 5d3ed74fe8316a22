import { z } from "zod";
import { recordOperation } from "#shared/domains/audit/index.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { errors } from "#shared/kernel/request/errors.js";
import { defineModel, inTransaction } from "#shared/kernel/mongo/mongo.js";
import { decryptText, encryptText, keyedHash } from "#shared/kernel/security/sealed.js";
import {
  isPairOf,
  rotateSession,
  sessionErrors,
  type Rotation,
  type Session,
  type TokenPair,
} from "#shared/kernel/security/sessions.js";
import type { Audience } from "#shared/kernel/security/tokens.js";
import { kickOutSoon } from "./kickOut.js";
import { SignInResult } from "../member.states.js";
import { recordAuth } from "./recordAuthEvent.js";

const KEY_MS = hours(24);

/**
 * An idempotency key of a rotation. The usual cached responses are not for token pairs, as they are stored in clear for
 * a day; this row holds hashes, and the pair encrypted so that only the rotated token opens it.
 */
interface RefreshKeyRow {
  /** Hash of owner and key. */
  _id: string;
  /** Hash of the rotated token and the key: only a client that sends both gets the pair again. */
  askedHash: string;
  /** Hash of the key alone; absent in older rows. */
  keyHash?: string;
  /** The pair, encrypted with a key from the rotated token; absent in older rows. */
  box?: string;
  expiresAt: Date;
}
const RefreshKeyModel = defineModel<RefreshKeyRow>(
  "refreshKeys",
  {
    _id: { type: String, required: true },
    askedHash: { type: String, required: true },
    keyHash: String,
    box: String,
    expiresAt: { type: Date, required: true },
  },
  { indexes: [[{ askedHash: 1 }], [{ keyHash: 1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
);

const SealedPair = z.object({
  ownerId: z.number(),
  sessionId: z.number(),
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresAt: z.coerce.date(),
});

/**
 * Exchanges a refresh token, which is then used up, for a new pair (rules: Sign-in). BothTokensExpired (4010) for one
 * that is unknown, ended or used. The same token with the same key gets the same pair for a day, as long as that pair was
 * not used. A key that was used with another token, by the owner or with an unknown token, is KeyOfAnotherBody (422), the
 * token of a closed account Forbidden (403). A used token that comes back later than 10 s, after the pair it was
 * exchanged for was used, ends its session, which is logged.
 */
export async function refreshOnce(audience: Audience, refreshToken: string, key?: string): Promise<TokenPair> {
  // One transaction: a concurrent repeat conflicts with the first, and then finds its pair.
  const outcome = await inTransaction(async () => {
    const rotated = await rotateSession(audience, refreshToken);
    if ("reused" in rotated && audience === "member") await kickOutSoon(rotated.reused.ownerId);
    return key === undefined ? rotated : keepOrRepeat(rotated, { audience, refreshToken, key });
  });
  if ("pair" in outcome) return outcome.pair;
  if ("restricted" in outcome) throw errors.Forbidden();
  if ("reused" in outcome) await reportReuse(outcome.reused);
  throw sessionErrors.BothTokensExpired();
}

interface Asked {
  audience: Audience;
  refreshToken: string;
  key: string;
}

/** Stores a new pair under its key, and finds the one of a repeat whose first answer nobody used. */
async function keepOrRepeat(rotated: Rotation, asked: Asked): Promise<Rotation> {
  const { audience, refreshToken, key } = asked;
  const askedHash = keyedHash("refresh repeat", `${audience} ${refreshToken} ${key}`);
  const keyHash = keyedHash("refresh key alone", `${audience} ${key}`);
  if ("pair" in rotated) await storePair(rotated.pair, asked, { askedHash, keyHash });
  if ("pair" in rotated || "reused" in rotated || "restricted" in rotated) return rotated;
  const used = await RefreshKeyModel.find({ keyHash, expiresAt: { $gt: clock.now() } }).lean<RefreshKeyRow[]>();
  const own = used.find((row) => row.askedHash === askedHash);
  if (!own && used.length > 0) throw errors.KeyOfAnotherBody();
  if (!own?.box || !("unanswered" in rotated)) return rotated;
  const pair = openPair(own.box, refreshToken);
  if (!isPairOf(rotated.unanswered, pair)) return rotated;
  return rotated.unanswered.restricted ? { restricted: true } : { pair };
}

async function storePair(
  pair: TokenPair,
  { audience, refreshToken, key }: Asked,
  hashes: Required<Pick<RefreshKeyRow, "askedHash" | "keyHash">>,
): Promise<void> {
  const _id = keyedHash("refresh key", `${audience} ${pair.ownerId} ${key}`);
  if (await RefreshKeyModel.exists({ _id, expiresAt: { $gt: clock.now() } })) throw errors.KeyOfAnotherBody();
  const box = encryptText(JSON.stringify(pair), boxKeyOf(refreshToken));
  await RefreshKeyModel.updateOne(
    { _id },
    { $set: { ...hashes, box, expiresAt: clock.after(KEY_MS) } },
    { upsert: true },
  );
}

const boxKeyOf = (refreshToken: string): Buffer => Buffer.from(keyedHash("refresh pair box", refreshToken), "hex");
const openPair = (box: string, refreshToken: string): TokenPair =>
  SealedPair.parse(JSON.parse(decryptText(box, boxKeyOf(refreshToken))));

/** The token was stolen, or its owner's copy is old: either way the session has ended, and that is recorded. */
async function reportReuse({ _id, audience, ownerId, deviceName, ip }: Session): Promise<void> {
  await recordAuth({ audience, ownerId, username: "", kind: "REFRESH_REUSED", result: SignInResult.badCredentials });
  await recordOperation({
    module: "session",
    action: "end-on-token-reuse",
    bizId: _id,
    after: { audience, ownerId, deviceName, openedFrom: ip },
  });
}
