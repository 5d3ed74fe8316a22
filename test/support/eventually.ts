/** A look rests for so long, and costs the machine as much again at least. */
const LOOK_MS = 30;

/**
 * Looks again until it holds: for what Redis or another process does without telling. A look may fail. It is given up after
 * `seconds`, but not before as many looks as a quiet machine makes in half of that: a busy one takes longer for each.
 */
export async function eventually(what: string, look: () => Promise<boolean>, seconds = 30): Promise<void> {
  const deadline = Date.now() + seconds * 1_000;
  const leastLooks = (seconds * 1_000) / LOOK_MS / 2;
  for (let looks = 1, last: unknown; ; looks++, await new Promise((wake) => setTimeout(wake, LOOK_MS))) {
    try {
      if (await look()) return;
    } catch (error) {
      last = error;
    }
    if (looks >= leastLooks && Date.now() > deadline)
      throw new Error(`${what}: not within ${seconds} s and ${looks} looks`, { cause: last });
  }
}
