/** Prints one line per step with its time; anything unexpected ends the walk with exit code 1. */
export class Surprise extends Error {}

let count = 0;

/** A heading for the steps below it. */
export function chapter(title: string): void {
  console.log(`${count === 0 ? "" : "\n"}${title}`);
}

/** Runs a step and prints it: number, name, result, milliseconds. */
export async function step<T>(name: string, run: () => Promise<T>, show: (result: T) => string = () => ""): Promise<T> {
  const startedAt = performance.now();
  count++;
  const number = String(count).padStart(3);
  try {
    const result = await run();
    const ms = Math.round(performance.now() - startedAt);
    console.log(`${number}  ${name.padEnd(50)} ${show(result).slice(0, 62).padEnd(62)} ${String(ms).padStart(5)} ms`);
    return result;
  } catch (error) {
    console.log(`${number}  ${name.padEnd(50)} FAILED`);
    throw error;
  }
}

export function expect(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Surprise(what);
}

/** A value that may be missing, which is a surprise. */
export function needed<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Surprise(`${what} is missing`);
  return value;
}

/** Polls every 100 ms until there is a result; a surprise after `seconds`. */
export async function until<T>(what: string, look: () => Promise<T | undefined>, seconds = 20): Promise<T> {
  const deadline = Date.now() + seconds * 1_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Surprise(`${what} did not happen within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;
/** The number of steps so far. */
export const stepCount = (): number => count;
