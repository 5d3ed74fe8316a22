import { clock, minutes } from "#shared/kernel/time/clock.js";
import type { ErrorMaker } from "#shared/kernel/request/errors.js";
import { defineModel, isDuplicateKey, outsideTransaction } from "#shared/kernel/mongo/mongo.js";
import type { Audience } from "#shared/kernel/security/tokens.js";

/** Where a sign-in comes from. */
export interface Caller {
  ip: string;
  /** What limits by address count: an IPv4 address, the /64 of an IPv6 one. */
  network: string;
  /** Free of limits by address alone (RATE_LIMIT_EXEMPT); those by name and address hold all the same. */
  exempt: boolean;
}

const LOCK_MS = minutes(15);
/** Failures that lock a name from an address, and an address as a whole (rules: Sign-in). */
const PAIR_FAILURES = 5;
const ADDRESS_FAILURES = 30;

interface FailureRow {
  _id: string;
  count: number;
  /** The count is forgotten then, and with it the lock. */
  expiresAt: Date;
}
const FailureModel = defineModel<FailureRow>(
  "signInFailures",
  {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { indexes: [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
);

interface Guarded {
  audience: Audience;
  /** Mobile or user name; undefined where only the address is watched. */
  name?: string | undefined;
  caller: Caller;
  /** Nobody finds what is asked for by guessing: tries of an address need not wait for each other. */
  atOnce?: boolean;
  /** Thrown while locked; takes {minutes}. */
  locked: ErrorMaker;
  /** Is this refusal a wrong guess? */
  isWrong: (error: unknown) => boolean;
}

/**
 * Runs one try to sign in: refused while locked, counted when it was a wrong guess. Tries for one name run one after
 * another in this process, so that guesses sent at once do not all pass the look at the counter.
 */
export async function guardSignIn<T>(guarded: Guarded, attempt: () => Promise<T>): Promise<T> {
  const { audience, name, caller, atOnce = false, locked, isWrong } = guarded;
  const pairKey = name === undefined ? undefined : `${audience} ${name} ${caller.network}`;
  const addressKey = caller.exempt ? undefined : `address ${caller.network}`;
  return oneAfterAnother(atOnce ? undefined : (pairKey ?? addressKey), async () => {
    if (pairKey !== undefined) await refuseWhileLocked(pairKey, PAIR_FAILURES, locked);
    if (addressKey !== undefined) await refuseWhileLocked(addressKey, ADDRESS_FAILURES, locked);
    try {
      const outcome = await attempt();
      if (pairKey !== undefined) await outsideTransaction(async () => FailureModel.deleteOne({ _id: pairKey }));
      return outcome;
    } catch (error) {
      if (isWrong(error)) {
        if (pairKey !== undefined) await countFailure(pairKey, PAIR_FAILURES);
        if (addressKey !== undefined) await countFailure(addressKey, ADDRESS_FAILURES);
      }
      throw error;
    }
  });
}

async function refuseWhileLocked(key: string, limit: number, locked: ErrorMaker): Promise<void> {
  const now = clock.now();
  const row = await outsideTransaction(async () =>
    FailureModel.findOne({ _id: key, count: { $gte: limit }, expiresAt: { $gt: now } }).lean<FailureRow>(),
  );
  if (!row) return;
  const leftMs = row.expiresAt.getTime() - now.getTime();
  throw locked({ minutes: Math.ceil(leftMs / minutes(1)) }, Math.ceil(leftMs / 1_000));
}

/** Counts up, or begins anew when the last count is forgotten. The lock runs from the failure that completes it. */
async function countFailure(key: string, limit: number): Promise<void> {
  await outsideTransaction(async () => {
    for (;;) {
      const now = clock.now();
      const counted = await FailureModel.findOneAndUpdate(
        { _id: key, expiresAt: { $gt: now } },
        { $inc: { count: 1 } },
        { returnDocument: "after", lean: true },
      );
      if (counted) {
        if (counted.count === limit)
          await FailureModel.updateOne({ _id: key }, { $set: { expiresAt: clock.after(LOCK_MS) } });
        return;
      }
      try {
        await FailureModel.updateOne(
          { _id: key, expiresAt: { $lte: now } },
          { $set: { count: 1, expiresAt: clock.after(LOCK_MS) } },
          { upsert: true },
        );
        return;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error; // begun by another request meanwhile: count on top
      }
    }
  });
}

/** The wrong tries of a name from any address count no longer, with those of its second factor; in a running transaction. */
export async function clearSignInFailures(audience: Audience, name: string): Promise<void> {
  // No name holds a space, so that "!" ends those that begin with this one and a space.
  const begins = `${audience} ${name}`;
  await FailureModel.deleteMany({ _id: { $gte: `${begins} `, $lt: `${begins}!` } });
}

const lines = new Map<string, Promise<unknown>>();

async function oneAfterAnother<T>(key: string | undefined, work: () => Promise<T>): Promise<T> {
  if (key === undefined) return work();
  const before = lines.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.catch(() => undefined);
  lines.set(key, settled);
  try {
    return await mine;
  } finally {
    if (lines.get(key) === settled) lines.delete(key);
  }
}
