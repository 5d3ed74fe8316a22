import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import type { House } from "./house.js";

/** Runs a program of the bench to its end, under queue names of its own, and answers what it reports. */
export async function runReporter<T>(house: House, script: string, args: string[]): Promise<T> {
  const child = fork(resolve("dist", script), args, {
    env: { ...house.env, BULL_PREFIX: `{bench-${randomBytes(4).toString("hex")}}` },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const reported = new Promise<T>((done) => child.once("message", (message) => done(message as T)));
  const ended = new Promise<number>((done) => child.once("exit", (code) => done(code ?? 1)));
  const first = await Promise.race([reported, ended.then((code) => new Error(`${script} ended with code ${code}`))]);
  if (first instanceof Error) throw first;
  await ended;
  return first;
}
