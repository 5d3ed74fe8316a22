/** The forms of the page. The script sends their fields to the control. */
import { FAULT_MODES } from "../faults.js";
import { html, type Html } from "./html.js";
import type { Shown } from "./shown.js";

const MODE_TEXT: Record<(typeof FAULT_MODES)[number], string> = {
  error: "error: answers 500",
  timeout: "timeout: never answers",
  slow: "slow: answers late",
  badSignature: "bad signature",
  tooMany: "too many: answers 429",
  hold: "hold: refunds stay under way",
  lowBalance: "refuses the next refund: the balance is too low",
  noQuota: "refuses the next message: its package is used up",
};

export function faultForm({ providers }: Pick<Shown, "providers">): Html {
  return html`<form id="fault">
    <label
      >Provider
      <select name="platform">
        ${providers.map((name) => html`<option>${name}</option>`)}
      </select></label
    >
    <label
      >Fault
      <select name="mode">
        ${FAULT_MODES.map((mode) => html`<option value="${mode}">${MODE_TEXT[mode]}</option>`)}
      </select></label
    >
    <label>Calls <input name="count" type="number" min="1" value="1" required /></label>
    <label>Delay, ms <input name="delayMs" type="number" min="0" value="2000" required /></label>
    <label>Path contains <input name="path" placeholder="any, or /close" size="14" /></label>
    <label class="tick"><input name="after" type="checkbox" /> after the effect</label>
    <button class="primary">Set</button>
  </form>`;
}

export function parcelForm(): Html {
  return html`<form id="track">
    <label>Parcel number <input name="no" required maxlength="32" size="18" autocomplete="off" /></label>
    <label>What happened <input name="content" required maxlength="500" size="24" autocomplete="off" /></label>
    <label class="tick"><input name="delivered" type="checkbox" /> delivered</label>
    <button class="primary">Add track</button>
  </form>`;
}
