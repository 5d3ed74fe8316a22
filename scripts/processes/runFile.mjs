import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isStillIt } from "./pids.mjs";

/**
 * What `npm start` writes for the other commands while it runs.
 * @typedef {{ pid: number, startedAt: string, baseUrl: string, sandboxUrl: string, env: Record<string, string> }} RunFile
 */

/** @param {string} dataDir */
const path = (dataDir) => join(dataDir, "run.json");

/**
 * @param {string} dataDir
 * @param {RunFile} content
 */
export function writeRunFile(dataDir, content) {
  removeRunFile(dataDir); // so that the mode below counts: it holds the keys
  writeFileSync(path(dataDir), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

/** @param {string} dataDir */
export const removeRunFile = (dataDir) => rmSync(path(dataDir), { force: true });

/**
 * @param {string} dataDir
 * @returns {RunFile | undefined} undefined when nothing runs, even if a killed start left its file
 */
export function readRunFile(dataDir) {
  if (!existsSync(path(dataDir))) return undefined;
  const content = JSON.parse(readFileSync(path(dataDir), "utf8"));
  return isStillIt({ name: "start", kind: "launcher", pid: content.pid, marks: ["start.mjs"] }) ? content : undefined;
}
