import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { errors } from "#shared/kernel/request/errors.js";

/** argon2id with 19 MiB, two passes, one lane: a guess costs as much as a sign-in. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes at once: one thread of the pool of four stays free for files and names, and memory stays bounded. */
const AT_ONCE = 3;
/** More waiting than this and a caller is told to come back, instead of waiting for seconds. */
const MAX_WAITING = 200;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw errors.StillWorking({}, 2);
    // Whoever ends hands its place over, so `running` is not counted up again.
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

/** The hash to keep of a password; off the event loop. StillWorking (503) when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

let nobodysHash: Promise<string> | undefined;

/**
 * Does the password fit? A hash that is null (unknown name, or no password set) costs the same time and answers false,
 * so that nobody learns from the clock who has an account.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword(randomBytes(24).toString("base64"));
  const against = passwordHash ?? (await nobodysHash);
  const fits = await inTurn(() => verify(against, password));
  return fits && typeof passwordHash === "string";
}
