import { randomBytes } from "node:crypto";
import { semaphore } from "#shared/kernel/concurrency/semaphore.js";

/** argon2id with 19 MiB, two passes, one lane: a guess costs as much as a sign-in. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Native code, which only processes that meet a password load. */
const argon2 = () => import("@node-rs/argon2");

/** One of the pool's four threads stays free for files and DNS, and memory stays bounded. */
const inTurn = semaphore({ atOnce: 3, mostWaiting: 200 });

/** The hash to store for a password; computed off the event loop. StillWorking (503) when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2();
  return inTurn(() => hash(password, cost));
}

let dummyHash: Promise<string> | undefined;

/**
 * Does the password match? Without a hash (unknown name, or no password set) it takes the same time and returns false,
 * so that the timing does not reveal who has an account.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(24).toString("base64"));
  const against = passwordHash ?? (await dummyHash);
  const { verify } = await argon2();
  const fits = await inTurn(() => verify(against, password));
  return fits && typeof passwordHash === "string";
}
