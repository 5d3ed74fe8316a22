import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { PlainFailure } from "./progress.mjs";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** Ends the running steps: Ctrl-C may come in the middle of an installation. */
export async function endSteps() {
  for (const child of running) child.kill("SIGTERM");
  const deadline = Date.now() + 2_000;
  while (running.size > 0 && Date.now() < deadline) await sleep(25);
  for (const child of running) child.kill("SIGKILL");
}

/**
 * Runs a command to its end and keeps its output, which only matters when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runStep(command, args, { cwd, env = process.env, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: timeoutMs });
    running.add(child);
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", (error) => {
      running.delete(child);
      resolve({ code: 127, output: error.message });
    });
    child.on("close", (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? 1, output: signal ? `${output}\n(ended by ${signal})` : output });
    });
  });
}

/**
 * Like runStep, for a step that must succeed: when it fails, its output becomes the message.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {Parameters<typeof runStep>[2]} [options]
 */
export async function mustRun(title, command, args, options) {
  const { code, output } = await runStep(command, args, options);
  if (code !== 0) throw new PlainFailure(`${title} failed (code ${code}):\n${output.trimEnd()}`);
  return output;
}
