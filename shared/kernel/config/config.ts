import { ConfigError, parseConfig, type Config } from "./configSchema.js";

/** The parsed environment of this process. If it has faults, all are printed and the process ends. */
export const config: Config = read();

function read(): Config {
  try {
    return parseConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\nSee .env.example for every variable and its meaning.\n`);
    process.exit(1);
  }
}

/** Jobs that one worker process runs at once on a queue: WORKER_CONCURRENCY_<QUEUE>, for example _PAY_SUBMIT. */
export function workerConcurrency(queue: string, fallback: number): number {
  const text = process.env[`WORKER_CONCURRENCY_${queue.toUpperCase().replaceAll("-", "_")}`];
  const value = Number(text);
  return text && Number.isInteger(value) && value > 0 ? value : fallback;
}
