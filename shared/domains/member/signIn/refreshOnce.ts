import { z } from "zod";
import { recordOperation } from "#shared/domains/audit/index.js";
import { clock, hours, seconds } from "#shared/kernel/time/clock.js";
import { errors } from "#shared/kernel/request/errors.js";
import { defineModel, inTransaction } from "#shared/kernel/mongo/mongo.js";
import { keyedHash, openSealed, sealValue } from "#shared/kernel/security/sealed.js";
import { rotateSession, sessionErrors, type Session, type TokenPair } from "#shared/kernel/security/sessions.js";
import type { Audience } from "#shared/kernel/security/tokens.js";
import { kickOutSoon } from "./kickOut.js";
import { SignInResult } from "../member.states.js";
import { recordAuth } from "./recordAuthEvent.js";

/** How long a repeat with the same key gets the same pair: a client that lost the answer retries at once. */
const REPEAT_MS = seconds(10);
const KEY_MS = hours(24);

/**
 * An idempotency key of a rotation. The usual cached responses are not for token pairs, as they are stored in clear for
 * a day; this row holds only hashes, and the pair is sealed for ten seconds.
 */
interface RefreshKeyRow {
  /** Hash of owner and key. */
  _id: string;
  /** Hash of the rotated token and the key: only a client that sends both gets the pair again. */
  askedHash: string;
  /** Hash of the key alone; absent in older rows. */
  keyHash?: string;
  sealedId: string;
  expiresAt: Date;
}
const RefreshKeyModel = defineModel<RefreshKeyRow>(
  "refreshKeys",
  {
    _id: { type: String, required: true },
    askedHash: { type: String, required: true },
    keyHash: String,
    sealedId: { type: String, required: true },
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
 * that is unknown, ended or used; within 10 s the same token with the same key gets the same pair. A key that was used
 * with another token, by the owner or with an unknown token, is KeyOfAnotherBody (422), the token of a closed account
 * Forbidden (403). A used token that comes back later ends its session, which is logged.
 */
export async function refreshOnce(audience: Audience, refreshToken: string, key?: string): Promise<TokenPair> {
  // One transaction: a concurrent repeat conflicts with the first, and then finds its pair.
  const outcome = await inTransaction(async () => {
    const rotated = await rotateSession(audience, refreshToken);
    if ("reused" in rotated && audience === "member") await kickOutSoon(rotated.reused.ownerId);
    if (key === undefined) return rotated;
    const askedHash = keyedHash("refresh repeat", `${audience} ${refreshToken} ${key}`);
    const keyHash = keyedHash("refresh key alone", `${audience} ${key}`);
    if ("pair" in rotated)
      await storePair(rotated.pair, `${audience} ${rotated.pair.ownerId} ${key}`, { askedHash, keyHash });
    else if ("refused" in rotated) {
      const pair = await findStoredPair(askedHash);
      if (pair) return { pair };
      const used = await RefreshKeyModel.find({ keyHash, expiresAt: { $gt: clock.now() } }).lean<RefreshKeyRow[]>();
      if (used.length > 0 && used.every((row) => row.askedHash !== askedHash)) throw errors.KeyOfAnotherBody();
    }
    return rotated;
  });
  if ("pair" in outcome) return outcome.pair;
  if ("restricted" in outcome) throw errors.Forbidden();
  if ("reused" in outcome) await reportReuse(outcome.reused);
  throw sessionErrors.BothTokensExpired();
}

type Hashes = Required<Pick<RefreshKeyRow, "askedHash" | "keyHash">>;
async function storePair(pair: TokenPair, scope: string, hashes: Hashes): Promise<void> {
  const _id = keyedHash("refresh key", scope);
  const now = clock.now();
  if (await RefreshKeyModel.exists({ _id, expiresAt: { $gt: now } })) throw errors.KeyOfAnotherBody();
  const sealedId = await sealValue(pair, REPEAT_MS);
  await RefreshKeyModel.updateOne(
    { _id },
    { $set: { ...hashes, sealedId, expiresAt: clock.after(KEY_MS) } },
    { upsert: true },
  );
}

async function findStoredPair(askedHash: string): Promise<TokenPair | undefined> {
  const row = await RefreshKeyModel.findOne({ askedHash }).lean<RefreshKeyRow>();
  const sealed = row ? await openSealed(row.sealedId) : undefined;
  return sealed === undefined ? undefined : SealedPair.parse(sealed);
}

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
