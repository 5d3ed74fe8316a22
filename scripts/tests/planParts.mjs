import { availableParallelism } from "node:os";
import { lastTimes } from "./timings.mjs";
import { usualTime } from "./usualTimes.mjs";

/**
 * What one process runs on a database of its own: a folder, or some files of a big one.
 * @typedef {{ name: string, files: string[], ms: number }} Part
 */

/** Kills processes and measures waits: runs when nothing else does. */
const ALONE = "faults";
/** A browser takes more than a processor: never two beside each other. */
const WHOLE = "browser";
/** A part that takes less is not worth a start of its own. */
const LEAST_MS = 40_000;

/** How many parts run at a time: TEST_LANES, or one a processor; one more was no faster on two. */
export const laneCount = () => Number(process.env["TEST_LANES"]) || Math.min(4, Math.max(2, availableParallelism()));

/**
 * The parts that run beside each other, those first that take long, and those that run alone afterwards.
 * @param {string} root
 * @param {string[]} files test files, by their path in the checkout
 * @param {number} lanes
 * @returns {{ together: Part[], alone: Part[] }}
 */
export function planParts(root, files, lanes) {
  const known = lastTimes(root);
  /** @type {Map<string, { file: string, ms: number }[]>} */
  const folders = new Map();
  for (const file of files) {
    const folder = file.split("/")[1] ?? file;
    folders.set(folder, [...(folders.get(folder) ?? []), { file, ms: known[file] ?? usualTime(root, file) }]);
  }
  const sum = (/** @type {{ ms: number }[]} */ timed) => timed.reduce((total, { ms }) => total + ms, 0);
  const aside = folders.get(ALONE);
  folders.delete(ALONE);
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
  together.sort((a, b) => b.ms - a.ms);
  return { together, alone: aside ? partsOf(ALONE, aside, 1) : [] };
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
