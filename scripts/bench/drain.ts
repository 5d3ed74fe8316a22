import { ownQueues, holdInDeployment, type Surroundings } from "./reporter.js";

export interface Drained {
  /** Until the last of the workers had ended. */
  seconds: number;
  /** Of all workers. */
  cpuSeconds: number;
}

/** Fills a queue of its own with jobs that do nothing, and has worker processes drain it together. */
export async function drain(
  surroundings: Surroundings,
  kind: "bare" | "volatile" | "durable",
  { jobs, workers, onFilled }: { jobs: number; workers: number; onFilled?: () => void },
): Promise<Drained> {
  const own = ownQueues(surroundings);
  const held = [];
  for (let one = 0; one < workers; one++)
    held.push(
      await holdInDeployment<"filled", Drained & { done: number }>(own, "scripts/bench/programs/drain.js", [
        kind,
        `${one === 0 ? jobs : 0}`,
      ]),
    );
  onFilled?.();
  const ended = await Promise.all(held.map(({ release }) => release()));
  const done = ended.reduce((sum, one) => sum + one.done, 0);
  if (done !== jobs) throw new Error(`${done} of ${jobs} jobs were done`);
  return {
    seconds: Math.max(...ended.map(({ seconds }) => seconds)),
    cpuSeconds: ended.reduce((sum, one) => sum + one.cpuSeconds, 0),
  };
}
