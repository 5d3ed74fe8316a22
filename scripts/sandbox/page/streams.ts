/** Live streams, and buttons that play their hosts. */
import { action, clock, html, type Html } from "./html.js";
import type { Push } from "../live/live.js";
import { badge, empty, SHOWN } from "./pieces.js";
import type { Shown } from "./shown.js";

function streamActions({ streamName, endedAt }: Push): Html {
  const button = (label: string, verb: string, body: object, look: "plain" | "primary" = "plain"): Html =>
    action(label, { method: "POST", path: `/sandbox/live/${encodeURIComponent(streamName)}/${verb}`, body }, look);
  if (endedAt !== null) return html`${button("Push again", "start", {})}`;
  return html`${button("End with a recording", "end", { record: true }, "primary")} ${button("End", "end", {})}`;
}

function streamLine(push: Push): Html {
  return html`<li>
    <div class="line">
      ${clock(push.startedAt)} <b class="grow">${push.streamName}</b>
      ${push.endedAt === null ? badge("pushing", "good") : badge("ended", "calm")}
    </div>
    <div class="actions">${streamActions(push)}</div>
  </li>`;
}

export function streamSection({ streams }: Shown): Html {
  const newest = streams.list().slice(0, SHOWN.streams);
  if (newest.length === 0) {
    return empty(html`No streams. Take the <code>streamName</code> of a live that has not started, and start it here.`);
  }
  return html`<ul class="rows">
    ${newest.map(streamLine)}
  </ul>`;
}

export function streamForm(): Html {
  return html`<form id="stream">
    <label>Stream name <input name="streamName" required maxlength="100" size="32" autocomplete="off" /></label>
    <button class="primary">Start</button>
  </form>`;
}
