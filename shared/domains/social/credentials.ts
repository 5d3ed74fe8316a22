import { pauseRun } from "#shared/kernel/request/context.js";
import { wechat } from "#shared/providers/social/client.js";
import { SocialRefused, type SocialCredential, type TimeLeft } from "#shared/providers/social/port.js";
import { storeAfter, storeNow } from "#shared/kernel/mongo/storeTime.js";
import { clock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { errors } from "#shared/kernel/request/errors.js";
import { log } from "#shared/kernel/observability/log.js";
import { isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { encryptSecret } from "#shared/kernel/security/sealed.js";
import { SocialCredentialModel, type SocialCredentialDoc } from "./credential.model.js";
import { credentialId, heldOf, type HeldCredential } from "./storedCredential.js";
import { socialApp } from "./socialApps.js";
import { CredentialName, SocialType } from "./social.codes.js";

/** A credential this near its end is fetched anew; the provider keeps the old one valid for as long. */
const NEAR_END_MS = minutes(5);
const TURN_MS = seconds(8);
const POLL_MS = 50;
/** The provider replaces a valid token at most every 30 s, and 20 times a day. */
const FORCE_EVERY_MS = seconds(60);

/**
 * For workers: a valid credential, fetched when the stored one is missing, near its end, or the one that the provider
 * just refused (`refused`, its version). One worker at a time fetches; the others wait for its result, or go on with
 * the stored one. StillWorking on timeout. Throws SocialRefused, OutboundFailed.
 */
export async function credential(name: CredentialName, left: TimeLeft, refused?: number): Promise<HeldCredential> {
  const _id = credentialId(name);
  for (;;) {
    const row = await rowOf(_id);
    const held = row.version === refused ? undefined : heldOf(row);
    if (held && held.expiresAt.getTime() - clock.ms() > NEAR_END_MS) return held;
    const turn = await takeTurn(row);
    if (turn) return fetchInTurn(name, turn, left, { held, force: row.version === refused && mayForce(row) });
    if (held) return held;
    if (left() < POLL_MS) throw errors.StillWorking({}, 2);
    await pauseRun(POLL_MS);
  }
}

/** For workers: uses the access token of a type's application; a token that the provider refuses is replaced once. */
export async function withAccessToken<T>(
  type: typeof SocialType.miniProgram | typeof SocialType.officialAccount,
  left: TimeLeft,
  use: (accessToken: string) => Promise<T>,
): Promise<T> {
  const name = `token-${type}` as const;
  const held = await credential(name, left);
  try {
    return await use(held.value);
  } catch (error) {
    if (!(error instanceof SocialRefused) || error.kind !== "token") throw error;
    log.warn({ credential: name, errcode: error.errcode }, "the provider refused an access token, another is fetched");
  }
  return use((await credential(name, left, held.version)).value);
}

async function rowOf(_id: string): Promise<SocialCredentialDoc> {
  const stored = await SocialCredentialModel.findById(_id).lean<SocialCredentialDoc>();
  if (stored) return stored;
  const fresh: SocialCredentialDoc = {
    _id,
    box: null,
    version: 0,
    expiresAt: null,
    fetchingUntil: null,
    forcedAt: null,
  };
  try {
    await SocialCredentialModel.create([fresh]);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  return fresh;
}

const mayForce = ({ forcedAt }: SocialCredentialDoc): boolean =>
  !forcedAt || clock.ms() - forcedAt.getTime() >= FORCE_EVERY_MS;

interface Turn {
  _id: string;
  until: Date;
}

/** The lease to fetch; undefined while another worker has it, or if one has fetched since the row was read. */
async function takeTurn({ _id, version }: SocialCredentialDoc): Promise<Turn | undefined> {
  const until = storeAfter(TURN_MS);
  const { matchedCount } = await SocialCredentialModel.updateOne(
    { _id, version, $or: [{ fetchingUntil: null }, { fetchingUntil: { $lt: storeNow() } }] },
    { $set: { fetchingUntil: until } },
  );
  return matchedCount === 1 ? { _id, until } : undefined;
}

async function fetchInTurn(
  name: CredentialName,
  { _id, until }: Turn,
  left: TimeLeft,
  { held, force }: { held: HeldCredential | undefined; force: boolean },
): Promise<HeldCredential> {
  const mine = { _id, fetchingUntil: until };
  try {
    const { value, expiresInSeconds } = await fetchers[name](left, force);
    const expiresAt = clock.after(seconds(expiresInSeconds));
    const row = await SocialCredentialModel.findOneAndUpdate(
      mine,
      {
        $set: {
          box: encryptSecret(value),
          expiresAt,
          fetchingUntil: null,
          ...(force ? { forcedAt: clock.now() } : {}),
        },
        $inc: { version: 1 },
      },
      { returnDocument: "after" },
    ).lean<SocialCredentialDoc>();
    // If the lease ran out meanwhile, the credential is valid nevertheless, only not stored.
    return { value, version: row?.version ?? -1, expiresAt };
  } catch (error) {
    await SocialCredentialModel.updateOne(mine, { $set: { fetchingUntil: null } });
    if (!held) throw error;
    log.warn({ err: error, credential: name }, "no new credential could be fetched, the stored one stays in use");
    return held;
  }
}

const fetchers: Record<CredentialName, (left: TimeLeft, force: boolean) => Promise<SocialCredential>> = {
  [CredentialName.miniProgramToken]: (left, force) =>
    wechat.accessToken(socialApp(SocialType.miniProgram), force, left),
  [CredentialName.officialAccountToken]: (left, force) =>
    wechat.accessToken(socialApp(SocialType.officialAccount), force, left),
  [CredentialName.officialAccountTicket]: (left) =>
    withAccessToken(SocialType.officialAccount, left, (token) => wechat.jsapiTicket(token, left)),
};
