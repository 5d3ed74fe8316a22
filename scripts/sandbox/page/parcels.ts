/** Parcels with their tracks, and buttons for the usual tracks of a courier. */
import { isWatched, newestFirst, type Parcel } from "../express/parcels.js";
import { action, clock, html, type Html } from "./html.js";
import { badge, empty, SHOWN } from "./pieces.js";
import type { Shown } from "./shown.js";

function stateBadges(parcel: Parcel): Html {
  return html`${parcel.back ? badge(parcel.back, "bad") : parcel.delivered ? badge("delivered", "good") : badge("under way", "calm")}
  ${isWatched(parcel) && badge("pushed to the shop", "calm")}`;
}

function parcelActions({ no, delivered }: Parcel): Html {
  const add = (label: string, body: object, look: "plain" | "primary" = "plain"): Html =>
    action(label, { method: "POST", path: `/sandbox/express/${encodeURIComponent(no)}/tracks`, body }, look);
  if (delivered) return html``;
  return html`${add("Picked up", { content: "快件已被揽收" })}
  ${add("On its way", { content: "快件已到达【转运中心】" })}
  ${add("Refused", { content: "收件人拒收，快件退回中", back: "refused" })}
  ${add("Back at its sender", { content: "退件已签收", back: "returned" })}
  ${add("Delivered", { content: "快件已签收，感谢使用", delivered: true }, "primary")}`;
}

function parcelLine(parcel: Parcel): Html {
  return html`<li>
    <div class="line"><b>${parcel.no}</b> <span class="faint">${parcel.company}</span> ${stateBadges(parcel)}</div>
    ${newestFirst(parcel)
      .slice(0, SHOWN.parcels)
      .map(({ time, content }) => html`<div class="line">${clock(time)} <span class="grow">${content}</span></div>`)}
    <div class="actions">${parcelActions(parcel)}</div>
  </li>`;
}

export function parcelSection({ parcels }: Shown): Html {
  const newest = parcels.list().slice(0, SHOWN.parcels);
  if (newest.length === 0) {
    return empty(html`No parcels. Ship an order with a parcel number, or add a track to a number here.`);
  }
  return html`<ul class="rows">
    ${newest.map(parcelLine)}
  </ul>`;
}
