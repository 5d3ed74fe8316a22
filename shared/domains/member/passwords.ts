import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { errors } from "#shared/kernel/request/errors.js";

/** argon2id with 19 MiB, two passes, one lane: a guess costs as much as a sign-in. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Concurrent hashes: one of the pool's four threads stays free for files and DNS, and memory stays bounded. */
const AT_ONCE = 3;
/** With more waiting than this a caller gets StillWorking instead of waiting for seconds. */
const MAX_WAITING = 200;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw errors.StillWorking({}, 2);
    // A run that ends hands over its slot, so `running` is not counted up again.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** The hash to store for a password; computed off the event loop. StillWorking (503) when too many wait. */
export async function hashPassword(password: string): Promise<string> {
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
  const fits = await inTurn(() => verify(against, password));
  return fits && typeof passwordHash === "string";
}
