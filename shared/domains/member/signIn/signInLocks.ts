import { keyedMutex } from "#shared/kernel/concurrency/keyedMutex.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import type { ErrorMaker } from "#shared/kernel/request/errors.js";
import { defineModel, isDuplicateKey, outsideTransaction } from "#shared/kernel/mongo/mongo.js";
import type { Audience } from "#shared/kernel/security/tokens.js";

/** The origin of a sign-in. */
export interface Caller {
  ip: string;
  /** What address limits count by: an IPv4 address, or the /64 of an IPv6 one. */
  network: string;
  /** Exempt from limits by address alone (RATE_LIMIT_EXEMPT); those by name and address still apply. */
  exempt: boolean;
  /** For an address that passed a soft limit: ProofNeeded unless the request brings a proof of work. */
  prove: () => Promise<void>;
}

const LOCK_MS = minutes(15);
/** Failures that lock a name from an address (rules: Sign-in). */
const PAIR_FAILURES = 5;
/** Failures after which every try from an address needs a proof, as many members may share it; ten times as many lock it. */
const PROVED_ADDRESS_FAILURES = 30;
const ADDRESS_FAILURES = 300;

interface FailureRow {
  _id: string;
  count: number;
  /** The count expires then, and with it the lock. */
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

const tries = keyedMutex<string>();

interface Guarded {
  audience: Audience;
  /** Mobile or user name; undefined where only the address is watched. */
  name?: string | undefined;
  caller: Caller;
  /** True for secrets that cannot be guessed: tries of an address need not wait for each other. */
  atOnce?: boolean;
  /** Thrown while locked; takes {minutes}. */
  locked: ErrorMaker;
  /** Is this refusal a wrong guess? */
  isWrong: (error: unknown) => boolean;
}

/**
 * Runs one try to sign in: refused while locked, counted when it was a wrong guess. Tries for one name run one after
 * another in this process, so that concurrent guesses do not all pass the check of the counter.
 */
export async function guardSignIn<T>(guarded: Guarded, attempt: () => Promise<T>): Promise<T> {
  const { audience, name, caller, atOnce = false, locked, isWrong } = guarded;
  const pairKey = name === undefined ? undefined : `${audience} ${name} ${caller.network}`;
  const addressKey = caller.exempt ? undefined : `address ${caller.network}`;
  const guardedAttempt = async (): Promise<T> => {
    const failures = await failuresOf([pairKey, addressKey].filter((key) => key !== undefined));
    const has = (key: string | undefined, limit: number): FailureRow | undefined =>
      failures.find(({ _id, count }) => _id === key && count >= limit);
    const lock = has(pairKey, PAIR_FAILURES) ?? has(addressKey, ADDRESS_FAILURES);
    if (lock) {
      const leftMs = lock.expiresAt.getTime() - clock.ms();
      throw locked({ minutes: Math.ceil(leftMs / minutes(1)) }, Math.ceil(leftMs / 1_000));
    }
    if (has(addressKey, PROVED_ADDRESS_FAILURES)) await caller.prove();
    try {
      const outcome = await attempt();
      const own = has(pairKey, 1);
      if (own) await outsideTransaction(async () => FailureModel.deleteOne({ _id: own._id }));
      return outcome;
    } catch (error) {
      if (isWrong(error)) {
        if (pairKey !== undefined) await countFailure(pairKey, PAIR_FAILURES);
        if (addressKey !== undefined) await countFailure(addressKey, ADDRESS_FAILURES);
      }
      throw error;
    }
  };
  const mutexKey = atOnce ? undefined : (pairKey ?? addressKey);
  return mutexKey === undefined ? guardedAttempt() : tries.exclusively(mutexKey, guardedAttempt);
}

/** Those that count still; in one read, as most have none. */
const failuresOf = async (keys: string[]): Promise<FailureRow[]> =>
  keys.length === 0
    ? []
    : outsideTransaction(async () =>
        FailureModel.find({ _id: { $in: keys }, expiresAt: { $gt: clock.now() } }).lean<FailureRow[]>(),
      );

/** Counts up, or begins anew when the last count has expired. The lock runs from the failure that reaches the limit. */
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
        // Another request has begun the count meanwhile: the next round adds to it.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  });
}

/** Clears the failures of a name from any address, and those of its second factor; in a running transaction. */
export async function clearSignInFailures(audience: Audience, name: string): Promise<void> {
  // Names hold no space, so the range up to "!" covers exactly this name followed by a space.
  const begins = `${audience} ${name}`;
  await FailureModel.deleteMany({ _id: { $gte: `${begins} `, $lt: `${begins}!` } });
}
