import { stripVTControlCharacters } from "node:util";

/** @typedef {{ told: boolean, passing: number, pending: number, failing: number, failures: string, last: string }} Figures */

/** Characters of the output that are kept of a process without a summary. */
const LAST = 4_000;

/**
 * Parses mocha's summary: the last "N passing" line, those right below it, and its report of failures.
 * @param {string} text
 * @returns {Figures} `told` is false when mocha did not finish; `last` is what it printed last then
 */
export function figuresOf(text) {
  const plain = stripVTControlCharacters(text);
  const at = [...plain.matchAll(/^ *\d+ passing \(/gm)].at(-1)?.index ?? -1;
  const end = at < 0 ? "" : plain.slice(at);
  const head = end.split("\n", 3).join("\n");
  /** @param {string} word */
  const figure = (word) => Number(head.match(new RegExp(`(\\d+) ${word}\\b`))?.[1] ?? 0);
  const failing = figure("failing");
  return {
    told: at >= 0,
    passing: figure("passing"),
    pending: figure("pending"),
    failing,
    failures: failing ? end : "",
    last: at < 0 ? plain.slice(-LAST) : "",
  };
}
