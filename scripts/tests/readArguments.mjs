import { existsSync, statSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { PlainFailure } from "../processes/progress.mjs";
import { chooseChanged } from "./chooseChanged.mjs";
import { testFiles } from "./testFiles.mjs";

/**
 * The selection of a run: test files, to be run folder by folder, or mocha's own arguments, which go to one mocha.
 * @typedef {{ files: string[], mocha?: undefined } | { files?: undefined, mocha: string[] }} Choice
 */

/**
 * `[--timings] [--redis=sentinel|cluster] [--lane FOLDER,...] [--changed [REF]] [files, folders or arguments of mocha]`
 * @param {string} root
 * @param {string[]} args
 * @returns {Promise<{ choice: Choice, isWhole: boolean, timings: boolean }>}
 */
export async function readArguments(root, args) {
  const timings = args.includes("--timings");
  const rest = args.filter((arg) => arg !== "--timings" && !isRedisKind(arg));
  const [first = "", second] = rest;
  if (rest.length === 0) return { choice: { files: testFiles(root) }, isWhole: true, timings };
  if (first === "--lane" || first.startsWith("--lane=")) {
    const folders = first.includes("=") ? first.slice("--lane=".length) : (second ?? "");
    if (rest.length > (first.includes("=") ? 1 : 2)) throw new PlainFailure("--lane takes folders: --lane trade,pay");
    return {
      choice: { files: folders.split(",").flatMap((name) => filesOfFolder(root, name)) },
      isWhole: false,
      timings,
    };
  }
  if (first === "--changed" || first.startsWith("--changed=")) {
    const ref = first.includes("=") ? first.slice("--changed=".length) : second;
    return { choice: { files: await chooseChanged(root, ref) }, isWhole: false, timings };
  }
  const absent = rest.find(
    (arg) => /^(\.\/)?test(\/|$)/.test(arg) && !arg.includes("*") && !existsSync(resolve(root, arg)),
  );
  if (absent) throw new PlainFailure(`There is no ${absent}: a file or folder of tests is meant.`);
  const named = rest.flatMap((arg) => filesOfPath(root, arg) ?? []);
  const onlyPaths = rest.every((arg) => filesOfPath(root, arg) !== undefined);
  if (onlyPaths) return { choice: { files: [...new Set(named)].sort() }, isWhole: false, timings };
  const isFile = (/** @type {string} */ arg) => !arg.startsWith("-") && existsSync(resolve(root, arg));
  const saysWhat = rest.some((arg) => isFile(arg) || /\*.*\.ts$/.test(arg));
  return { choice: { mocha: saysWhat ? rest : [...rest, "test/**/*.test.ts"] }, isWhole: false, timings };
}

/**
 * `--redis=sentinel|cluster`: what the deployments of the fault tests have.
 * @param {string} arg
 */
function isRedisKind(arg) {
  const [, kind] = /^--redis=(.*)$/.exec(arg) ?? [];
  if (kind === undefined) return false;
  if (kind !== "sentinel" && kind !== "cluster") throw new PlainFailure("--redis takes sentinel or cluster");
  process.env["FAULT_REDIS"] = kind;
  return true;
}

/**
 * @param {string} root
 * @param {string} name
 */
function filesOfFolder(root, name) {
  const files = name ? filesOfPath(root, `test/${name}`) : undefined;
  if (!files?.length) throw new PlainFailure(`--lane: there is no folder test/${name} with tests.`);
  return files;
}

/**
 * @param {string} root
 * @param {string} arg
 * @returns {string[] | undefined} the test files there; undefined when it is no path to tests
 */
function filesOfPath(root, arg) {
  const path = relative(root, resolve(root, arg)).replaceAll("\\", "/");
  if (arg.startsWith("-") || isAbsolute(path) || !/^test(\/|$)/.test(path)) return undefined;
  const there = statSync(resolve(root, path), { throwIfNoEntry: false });
  if (there?.isDirectory()) return testFiles(root, path);
  return there && path.endsWith(".test.ts") ? [path] : undefined;
}
