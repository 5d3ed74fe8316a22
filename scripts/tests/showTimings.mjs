import { complain } from "../processes/progress.mjs";
import { sharesOf } from "./budgets.mjs";

/** Rows of a table unless all are requested. */
const MOST = 20;

/**
 * The slowest files, with the CPU time of their own process and of those it started; and the slowest folders, with the
 * start and end of their processes besides. Of a whole run also each folder's share, and which are beyond their budget.
 * @param {import("./runParts.mjs").PartOutcome[]} outcomes
 * @param {{ all: boolean, isWhole: boolean }} what
 */
export function showTimings(outcomes, { all, isWhole }) {
  /** @type {Map<string, { ms: number, cpu: number, started: number, besides: number, parts: number }>} */
  const folders = new Map();
  for (const { part, times, ms } of outcomes) {
    const name = part.name.split(/[ ,]/, 1)[0] ?? part.name;
    const known = folders.get(name) ?? { ms: 0, cpu: 0, started: 0, besides: 0, parts: 0 };
    const took = sum(times.files);
    folders.set(name, {
      ms: known.ms + took,
      cpu: known.cpu + sum(times.cpu),
      started: known.started + sum(times.startedCpu),
      besides: known.besides + ms - took,
      parts: known.parts + 1,
    });
  }
  const files = outcomes.flatMap(({ times }) =>
    Object.entries(times.files).map(([text, ms]) => ({
      text,
      ms,
      more: worked(times.cpu[text], times.startedCpu[text]),
    })),
  );
  table("slowest files", files, all);
  const shares = sharesOf([...folders].map(([folder, { ms }]) => ({ folder, ms })));
  const rows = shares.map(({ folder, ms, percent, budget }) => {
    const { cpu = 0, started = 0, besides = 0, parts = 1 } = folders.get(folder) ?? {};
    const share = isWhole ? `, ${percent.toFixed(1)} % of ${budget} %` : "";
    return {
      text: `${folder}${parts > 1 ? ` (${parts} parts)` : ""}`,
      ms,
      more: `${worked(cpu, started)}, start and end ${seconds(besides)}${share}`,
    };
  });
  table("folders", rows, all);
  if (!isWhole) return;
  for (const { folder, percent, budget } of shares)
    if (percent > budget)
      complain(
        `test/${folder} took ${percent.toFixed(1)} % of the run, and may take ${budget} (scripts/tests/budgets.mjs)`,
      );
}

/**
 * @param {string} title
 * @param {{ text: string, ms: number, more: string }[]} rows
 * @param {boolean} all
 */
function table(title, rows, all) {
  if (rows.length === 0) return;
  const sorted = rows.toSorted((a, b) => b.ms - a.ms);
  const together = rows.reduce((total, { ms }) => total + ms, 0);
  console.log(`\n  ${title} (${rows.length}, together ${Math.round(together / 1_000)} s)\n`);
  for (const { text, ms, more } of all ? sorted : sorted.slice(0, MOST))
    console.log(`  ${seconds(ms)}  ${text.padEnd(48)}  ${more}`);
}

/** @param {Record<string, number>} values */
const sum = (values) => Object.values(values).reduce((total, each) => total + each, 0);

/**
 * @param {number | undefined} cpu
 * @param {number | undefined} started
 */
const worked = (cpu = 0, started = 0) => `worked ${seconds(cpu)}, started processes ${seconds(started)}`;

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1_000).toFixed(1).padStart(6)} s`;
