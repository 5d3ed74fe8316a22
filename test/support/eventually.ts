/** Looks again every 30 ms until it holds: for what Redis or another process does without telling. A look may fail. */
export async function eventually(what: string, look: () => Promise<boolean>, seconds = 10): Promise<void> {
  const deadline = Date.now() + seconds * 1_000;
  for (let last: unknown; ; await new Promise((wake) => setTimeout(wake, 30))) {
    try {
      if (await look()) return;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) throw new Error(`${what}: not within ${seconds} s`, { cause: last });
  }
}
