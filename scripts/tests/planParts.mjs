import { availableParallelism } from "node:os";
import { lastTimes } from "./timings.mjs";
import { usualTime } from "./usualTimes.mjs";

/**
 * What one process runs on its own database: a folder, or some files of a big one.
 * @typedef {{ name: string, files: string[], ms: number }} Part
 */

/** Kills processes and measures waits: runs only beside parts of its own kind. */
const FAULTS = "faults";
/** Measures what a whole deploy loses under load: it runs alone. */
const ALONE = "test/faults/shutdown/rolling.test.ts";
/** A browser takes more than one processor: never two in parallel. */
const WHOLE = "browser";
/** A shorter part is not worth a process of its own. */
const LEAST_MS = 40_000;

/**
 * How many parts run in parallel: TEST_LANES, or one more than processors, as each of them waits now and then. A single
 * processor is left to one: most faults are found by what is answered in time.
 */
export const laneCount = (processors = availableParallelism()) =>
  Number(process.env["TEST_LANES"]) || (processors === 1 ? 1 : Math.min(4, processors + 1));

/**
 * The rounds of a run: the parts of a round run in parallel, the longest first, and end before the next round
 * begins.
 * @param {string} root
 * @param {string[]} files test files, by their path in the checkout
 * @param {number} lanes
 * @returns {Part[][]}
 */
export function planParts(root, files, lanes) {
  const known = lastTimes(root);
  /** @type {Map<string, { file: string, ms: number }[]>} */
  const folders = new Map();
  for (const file of files) {
    const folder = file.split("/")[1] ?? "";
    folders.set(folder, [...(folders.get(folder) ?? []), { file, ms: known[file] ?? usualTime(root, file) }]);
  }
  const sum = (/** @type {{ ms: number }[]} */ timed) => timed.reduce((total, { ms }) => total + ms, 0);
  const faults = folders.get(FAULTS) ?? [];
  folders.delete(FAULTS);
  const most = Math.max(LEAST_MS, sum([...folders.values()].flat()) / (4 * lanes));
  const partsOf = (
    /** @type {string} */ name,
    /** @type {{ file: string, ms: number }[]} */ timed,
    /** @type {number} */ count,
  ) => {
    const parts = split(timed, lanes === 1 ? 1 : count);
    return parts.map((part, index) => ({
      name: parts.length === 1 ? name : `${name} ${index + 1}/${parts.length}`,
      files: part.map(({ file }) => file).sort(),
      ms: sum(part),
    }));
  };
  const together = [...folders].flatMap(([name, timed]) =>
    partsOf(name, timed, name === WHOLE ? 1 : Math.ceil(sum(timed) / most)),
  );
  // Two parts with many processes of their own fill two processors, as long as neither disturbs the other.
  const beside = partsOf(
    FAULTS,
    faults.filter(({ file }) => file !== ALONE),
    2,
  );
  const alone = faults.filter(({ file }) => file === ALONE);
  const rounds = [together, beside, alone.length > 0 ? partsOf(`${FAULTS}, a deploy`, alone, 1) : []];
  return rounds
    .map((round) => round.filter(({ files: some }) => some.length > 0).sort((a, b) => b.ms - a.ms))
    .filter((round) => round.length > 0);
}

/**
 * Groups of about the same length.
 * @param {{ file: string, ms: number }[]} timed
 * @param {number} count
 */
function split(timed, count) {
  /** @type {{ ms: number, group: typeof timed }[]} */
  const groups = Array.from({ length: Math.max(1, Math.min(count, timed.length)) }, () => ({ ms: 0, group: [] }));
  for (const one of timed.toSorted((a, b) => b.ms - a.ms)) {
    const shortest = groups.reduce((best, each) => (each.ms < best.ms ? each : best));
    shortest.ms += one.ms;
    shortest.group.push(one);
  }
  return groups.map(({ group }) => group);
}
