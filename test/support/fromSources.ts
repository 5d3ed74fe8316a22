import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

/**
 * Node's arguments for a process that runs our sources. In a run of `npm test` they are compiled already; to compile them
 * anew would take longer than what the process is started for.
 */
export const fromSources = [
  "--conditions=shop-source",
  process.env["COMPILED_TESTS"]
    ? `--import=${pathToFileURL(resolve(import.meta.dirname, "../../scripts/tests/useCompiled.mjs")).href}`
    : "--import=tsx/esm",
];

/** What such a process has to be told, where it is not given all of our environment. */
export const whereSourcesAre: Record<string, string> = process.env["COMPILED_TESTS"]
  ? { COMPILED_TESTS: process.env["COMPILED_TESTS"] }
  : {};
