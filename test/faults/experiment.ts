import { expect } from "chai";
import { eventually } from "#test/support/eventually.js";
import type { Deployment } from "./deployment.js";
import type { Answer } from "./shoppers.js";

/** What each fault is tried with: one in `npm test`, three in `npm run faults`; FAULT_SEEDS=23 repeats a run. */
export const seeds = (process.env["FAULT_SEEDS"] ?? "11").split(",").map(Number);

/** For what takes long: the first seed alone, unless FAULT_HEAVY (npm run faults) or FAULT_LONG asks for all. */
export const byDefaultOne = process.env["FAULT_HEAVY"] || process.env["FAULT_LONG"] ? seeds : seeds.slice(0, 1);

/** A transaction that died with its process holds its rows for a minute, unless the server is told otherwise. */
export const soon = (what: string, look: () => Promise<boolean>, seconds = 120): Promise<void> =>
  eventually(what, look, seconds);

/** What an experiment counted, in the test's output. */
export const say = (line: string): boolean => process.stdout.write(`      ${line}\n`);

export const count = (answers: Answer[], test: (answer: Answer) => boolean): number => answers.filter(test).length;

/** How many answers of each kind: { "200/0": 3, "200/1007002004": 27 }. */
export function byKind(answers: Answer[]): Record<string, number> {
  const kinds: Record<string, number> = {};
  for (const { status, code } of answers) kinds[`${status}/${code}`] = (kinds[`${status}/${code}`] ?? 0) + 1;
  return kinds;
}

export const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

/** `npm run check` on the deployment: every invariant holds at this moment. */
export async function expectInvariants(deployment: Deployment): Promise<void> {
  expect(await deployment.check()).to.deep.equal([]);
}
