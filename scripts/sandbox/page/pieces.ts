/** Small pieces that sections share. */
import { NO_ANSWER } from "../answer.codes.js";
import { html, type Html } from "./html.js";

/** How many of the newest are shown; the JSON control lists them all. */
export const SHOWN = {
  messages: 12,
  mails: 10,
  orders: 20,
  parcels: 10,
  people: 10,
  streams: 10,
  videos: 10,
  groups: 6,
  invoices: 10,
  callbacks: 10,
  deliveries: 10,
  calls: 30,
};

export function empty(text: Html): Html {
  return html`<p class="empty">${text}</p>`;
}

export function badge(text: string, tone: "good" | "bad" | "calm" | "warn"): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

export function statusBadge(status: number | null): Html {
  if (status === null || status === NO_ANSWER) return badge("no answer", "warn");
  return badge(String(status), status < 300 ? "good" : "bad");
}
