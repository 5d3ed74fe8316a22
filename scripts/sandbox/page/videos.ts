/** Videos at the video provider, and buttons that play its task flows. */
import type { VodMedia } from "../vod/vodMedia.js";
import { action, clock, html, type Html } from "./html.js";
import { badge, empty, SHOWN } from "./pieces.js";
import type { Shown } from "./shown.js";

function videoState({ state, coverUrl }: VodMedia): Html {
  if (state === "ready") return coverUrl === "" ? badge("ready", "good") : badge("ready, with a cover", "good");
  return badge(state, state === "failed" ? "bad" : state === "deleted" ? "calm" : "warn");
}

function videoActions({ name, state, coverUrl }: VodMedia): Html {
  const path = `/sandbox/vod/${encodeURIComponent(name)}`;
  if (state === "fetching") return action("Finish", { method: "POST", path: `${path}/finish`, body: {} }, "primary");
  if (state !== "ready") return html``;
  const label = coverUrl === "" ? "Take a cover" : "Report the cover again";
  return action(label, { method: "POST", path: `${path}/cover`, body: {} }, coverUrl === "" ? "primary" : "plain");
}

function videoLine(media: VodMedia): Html {
  return html`<li>
    <div class="line">${clock(media.createdAt)} <b class="grow">${media.name}</b> ${videoState(media)}</div>
    <div class="faint">
      ${media.fileId ?? media.taskId} · ${media.bytes} bytes ${media.message !== "" && html`· ${media.message}`}
    </div>
    <div class="actions">${videoActions(media)}</div>
  </li>`;
}

export function videoSection({ videos }: Shown): Html {
  const newest = videos.list().slice(0, SHOWN.videos);
  if (newest.length === 0) {
    return empty(html`No videos. Upload one with <code>POST /app-api/cloudvod/vod/uploadVodFile</code>.`);
  }
  return html`<ul class="rows">
    ${newest.map(videoLine)}
  </ul>`;
}
