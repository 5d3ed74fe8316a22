import { elapsed } from "../processes/progress.mjs";
import { paint } from "../processes/paint.mjs";

/** @typedef {import("./planParts.mjs").Part} Part */
/** @typedef {import("./lane.mjs").Outcome & { part: Part }} PartOutcome */

/**
 * Each lane takes the next part when it has finished one. A part's output is shown as a whole when it ends, or as it
 * comes when there is only one lane.
 * @param {import("./lane.mjs").Lane[]} lanes
 * @param {Part[]} parts
 * @param {{ compiled: string, isStopping: () => boolean, show: (text: string) => void }} how
 * @returns {Promise<PartOutcome[]>}
 */
export async function runParts(lanes, parts, { compiled, isStopping, show }) {
  const waiting = [...parts];
  /** @type {PartOutcome[]} */
  const outcomes = [];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let part = waiting.shift(); part && !isStopping(); part = waiting.shift()) {
        const begun = Date.now();
        /** @type {string[]} */
        const held = [];
        const asItComes = lanes.length === 1;
        if (asItComes) show(title(part));
        const outcome = await lane.run(compiled, part.files, asItComes ? show : (text) => void held.push(text));
        outcomes.push({ ...outcome, part });
        if (!asItComes) show(`${title(part)}${held.join("")}`);
        const through = `${part.name}: ${elapsed(begun)}, ${outcomes.length} of ${parts.length} parts through`;
        if (parts.length > 1) show(`${paint("gray", `── ${through}`)}\n`);
      }
    }),
  );
  return outcomes;
}

/** @param {Part} part */
const title = ({ name, files }) => `\n${paint("bold", `── ${name}`)} (${files.length} files)\n`;
