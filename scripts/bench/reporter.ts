import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";

/** What a program needs of a deployment: the environment of its processes. */
export interface Surroundings {
  env: Record<string, string>;
}

/** Runs a bench program to its end and returns its report. It shares queues and caches with the deployment. */
export async function runInDeployment<T>(deployment: Surroundings, script: string, args: string[]): Promise<T> {
  const { report, ended } = await startInDeployment<T>(deployment, script, args);
  await ended;
  return report;
}

/** Starts a program that reports, then waits for `release` before its last step; it may report on that, too. */
export async function holdInDeployment<T, L = void>(
  deployment: Surroundings,
  script: string,
  args: string[],
): Promise<{ report: T; release(): Promise<L> }> {
  const { report, ended, child } = await startInDeployment<T>(deployment, script, args);
  let last: L;
  return {
    report,
    release: async () => {
      child.once("message", (message) => (last = message as L));
      child.send("go");
      await ended;
      return last;
    },
  };
}

async function startInDeployment<T>({ env }: Surroundings, script: string, args: string[]) {
  const child = fork(resolve("dist", script), args, { env, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const reported = new Promise<T>((done) => child.once("message", (message) => done(message as T)));
  const ended = new Promise<number>((done) => child.once("exit", (code) => done(code ?? 1)));
  const first = await Promise.race([reported, ended.then((code) => new Error(`${script} ended with code ${code}`))]);
  if (first instanceof Error) throw first;
  return { report: first, ended, child };
}

/** Its stores under queue names of their own, which no worker of the deployment processes. */
export const ownQueues = ({ env }: Surroundings): Surroundings => ({
  env: { ...env, BULL_PREFIX: `bench-${randomBytes(4).toString("hex")}` },
});

export function runReporter<T>(deployment: Surroundings, script: string, args: string[]): Promise<T> {
  return runInDeployment(ownQueues(deployment), script, args);
}
