import { paint } from "./paint.mjs";

/** @param {number} since */
export const elapsed = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Prints a finished step in one line: `✓ packages      installed 348 packages        18.2 s`.
 * @param {string} title
 * @param {string} detail
 * @param {number} [since]
 */
export function stepDone(title, detail, since) {
  const time = since === undefined ? "" : paint("gray", elapsed(since).padStart(8));
  console.log(`${paint("green", "✓")} ${title.padEnd(13)} ${detail.padEnd(60)} ${time}`.trimEnd());
}

/** @param {string} line */
export const info = (line) => console.log(`${paint("gray", "·")} ${line}`);

/** @param {string} line */
export const complain = (line) => console.error(`${paint("red", "✗")} ${line}`);

/** A failure whose message suffices for people: it is shown without a stack. */
export class PlainFailure extends Error {}

/** @param {unknown} error */
export function showFailure(error) {
  complain(
    error instanceof PlainFailure || !(error instanceof Error)
      ? String(/** @type {any} */ (error)?.message ?? error)
      : String(error.stack),
  );
}
