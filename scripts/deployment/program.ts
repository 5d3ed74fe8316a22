import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** One that ends is told at once; this is for one that hangs, and a machine may be slow. */
const READY_WITHIN_MS = 180_000;
const STOP_WITHIN_MS = 10_000;

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A process of a deployment, which may be killed and started again. */
export interface Program {
  readonly pid: number | undefined;
  /** Where an API answers without a balancer. */
  readonly url: string | undefined;
  /** How long it took from its last start until it answered. */
  readonly readyMs: number;
  start(): Promise<void>;
  /** Waits until what runs now has ended, by itself or not. */
  untilEnded(): Promise<Ended>;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Ends it by SIGTERM, and kills it when it has not ended in 10 s. */
  stop(): Promise<void>;
}

interface ProgramOptions {
  url?: string | undefined;
  /** It has started once this address answers; default: its /health. */
  readyAt?: string | undefined;
  isSilent?: boolean;
  onEnd?: (ended: Ended) => unknown;
}

/** Those of npm start, which the build does not contain. */
export const serverFlags = ["--enable-source-maps", "--min-semi-space-size=16"];

/** Node's arguments for a program of the build. */
export const fromDist = (script: string): string[] => [...serverFlags, join(process.cwd(), "dist", script)];

/** A Node program, not started yet; `args` are Node's own. */
export function program(
  args: string[],
  env: Record<string, string>,
  { url, readyAt = url && `${url}/health`, isSilent = false, onEnd }: ProgramOptions = {},
): Program {
  let child: ChildProcess | undefined;
  let end: Promise<Ended> | undefined;
  let readyMs = NaN;
  const hasEnded = (): boolean => !child || child.exitCode !== null || child.signalCode !== null;

  async function untilReady(address: string): Promise<void> {
    const begun = performance.now();
    while (!(await answers(address))) {
      if (hasEnded()) throw new Error(`${args.at(-1)} ended with code ${child?.exitCode}`);
      if (performance.now() - begun > READY_WITHIN_MS) throw new Error(`${args.at(-1)} does not answer at ${address}`);
      await pause(10);
    }
    readyMs = performance.now() - begun;
  }
  async function kill(signal: NodeJS.Signals): Promise<void> {
    if (hasEnded()) return;
    child!.kill(signal);
    await end;
  }

  return {
    url,
    get pid() {
      return child?.pid;
    },
    get readyMs() {
      return readyMs;
    },
    async start() {
      const started = (child = spawn(process.execPath, args, {
        env,
        stdio: ["ignore", isSilent ? "ignore" : "inherit", "inherit"],
      }));
      end = new Promise((done) => started.once("exit", (code, signal) => done({ code, signal })));
      if (onEnd) void end.then(onEnd);
      if (readyAt) await untilReady(readyAt);
    },
    async untilEnded() {
      if (!end) throw new Error("never started");
      return end;
    },
    kill,
    async stop() {
      const late = setTimeout(() => child?.kill("SIGKILL"), STOP_WITHIN_MS);
      await kill("SIGTERM");
      clearTimeout(late);
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** Runs a Node program to its end; its output is what it wrote to both. */
export async function runToEnd(args: string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, args, { env });
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  child.stderr.on("data", (text: Buffer) => (output += text.toString()));
  const code = await new Promise<number>((done) => child.once("close", (exitCode) => done(exitCode ?? 1)));
  return { code, output };
}

/** Creates the collections of a deployment and what a shop begins with. */
export async function setUpShop(env: Record<string, string>): Promise<void> {
  await migrate(env);
  await mustRun("scripts/seed/index.js", env);
}

export const migrate = (env: Record<string, string>): Promise<void> => mustRun("scripts/migrate/index.js", env);

async function mustRun(script: string, env: Record<string, string>): Promise<void> {
  const { code, output } = await runToEnd(fromDist(script), env);
  if (code !== 0) throw new Error(`${script} failed:\n${output}`);
}
