import { keyedMutex } from "#shared/kernel/concurrency/keyedMutex.js";

/** Takers of one coupon template wait in line in this process. */
export const { exclusively: exclusivelyFor } = keyedMutex<number>();
