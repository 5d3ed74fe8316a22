const AT_ONCE = 4;

export interface Fault<T> {
  one: T;
  error: Error;
}

/** Does it to each, some at a time; returns those where it failed. */
export async function onEach<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<Fault<T>[]> {
  const waiting = [...all];
  const faults: Fault<T>[] = [];
  const take = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift())
      try {
        await act(one);
      } catch (error) {
        faults.push({ one, error: error as Error });
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return faults;
}
