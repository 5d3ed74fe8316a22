import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The times of a process, in milliseconds: before its first test, for each test file by the clock, as CPU time, and as
 * CPU time of processes that it started; and the files in which a test failed.
 * @typedef {Record<"files" | "cpu" | "startedCpu", Record<string, number>> & { beforeFirst: number, failed: string[] }} Times
 */

/** @param {string} root */
const path = (root) => join(root, ".data", "test-times.json");

/**
 * @param {string} file
 * @returns {Times}
 */
export function readTimes(file) {
  try {
    const { beforeFirst, files, cpu, startedCpu, failed } = JSON.parse(readFileSync(file, "utf8"));
    return {
      beforeFirst: Number(beforeFirst),
      files: Object(files),
      cpu: Object(cpu),
      startedCpu: Object(startedCpu),
      failed: [failed ?? []].flat(),
    };
  } catch {
    return { beforeFirst: 0, files: {}, cpu: {}, startedCpu: {}, failed: [] };
  }
}

/**
 * The times of the last run of each file in this checkout.
 * @param {string} root
 */
export const lastTimes = (root) => readTimes(path(root)).files;

/**
 * @param {string} root
 * @param {Times["files"]} files
 */
export function keepTimes(root, files) {
  mkdirSync(dirname(path(root)), { recursive: true });
  writeFileSync(path(root), JSON.stringify({ files: { ...lastTimes(root), ...files } }, null, 1));
}
