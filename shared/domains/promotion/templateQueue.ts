/** The end of the line before each template; absent when nobody stands there. */
const tails = new Map<number, Promise<void>>();

/**
 * Takers of one template wait in line in this process, instead of aborting each other's transactions; between processes
 * the guarded writes decide.
 */
export async function inLineFor<T>(templateId: number, fn: (hadToWait: boolean) => Promise<T>): Promise<T> {
  const before = tails.get(templateId);
  let leave: () => void = () => undefined;
  const mine = new Promise<void>((resolve) => (leave = resolve));
  tails.set(templateId, mine);
  await before;
  try {
    return await fn(before !== undefined);
  } finally {
    if (tails.get(templateId) === mine) tails.delete(templateId);
    leave();
  }
}
