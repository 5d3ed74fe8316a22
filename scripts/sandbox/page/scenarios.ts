/** The scenarios, each with a button, and those that are armed. */
import { SCENARIOS } from "../control/scenarios.js";
import { action, clock, html, type Html } from "./html.js";
import { badge } from "./pieces.js";
import type { Shown } from "./shown.js";

/** A field between back-ticks. */
const withCode = (text: string): Html[] =>
  text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

export function scenarioSection({ scenarios }: Pick<Shown, "scenarios">): Html {
  const armed = scenarios.armed();
  return html`<ul class="rows">
    ${armed.map(
      ({ name, given, at }) =>
        html`<li class="line">
          ${badge("armed", "warn")} <b>${name}</b> <span class="faint grow">${JSON.stringify(given)}</span> ${clock(at)}
        </li>`,
    )}
    ${armed.length > 0 && html`<li>${action("Forget them", { method: "DELETE", path: "/sandbox/scenarios" })}</li>`}
    ${SCENARIOS.map(
      ({ name, title, what }) =>
        html`<li class="message">
          <div class="line"><b>${title.en}</b> <span lang="zh">${title.zh}</span></div>
          ${action("Arm", { method: "POST", path: `/sandbox/scenarios/${name}` })}
          <p class="text">${withCode(what.en)}</p>
          <p class="text" lang="zh">${withCode(what.zh)}</p>
        </li>`,
    )}
  </ul>`;
}
