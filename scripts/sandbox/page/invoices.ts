/** Invoices at the e-invoice provider, and buttons to settle those on hold. */
import type { SandboxInvoice } from "../invoice/rows.js";
import { action, clock, html, yuan, type Html } from "./html.js";
import { badge, empty, SHOWN } from "./pieces.js";
import type { Shown } from "./shown.js";

const TONES = { issuing: "warn", issued: "good", failed: "bad" } as const;

function invoiceLine(one: SandboxInvoice): Html {
  const path = `/sandbox/invoices/${encodeURIComponent(one.orderNo)}/settle`;
  const settle = (label: string, outcome: string, look: "plain" | "primary" | "danger"): Html =>
    action(label, { method: "POST", path, body: { outcome } }, look);
  return html`<li class="order">
    <div class="sum">${one.kind === "red" && "−"}${yuan(one.amount)}</div>
    <div class="what">
      <div class="line">
        <b>${one.buyerName}</b> ${badge(one.state, TONES[one.state])}
        ${one.kind === "red" && badge("red letter", "calm")} ${one.cancelledBy && badge("cancelled", "calm")}
      </div>
      <div class="faint">${clock(one.createdAt)} · ${one.invoiceNo || one.orderNo} · ${one.remark}</div>
      ${one.reason && html`<div class="faint">${one.reason}</div>`}
    </div>
    <div class="actions">
      ${one.state === "issuing" && html`${settle("Issue", "issued", "primary")} ${settle("Fail", "failed", "danger")}`}
    </div>
  </li>`;
}

export function invoiceSection({ invoices }: Shown): Html {
  const newest = invoices.list().slice(0, SHOWN.invoices);
  if (newest.length === 0) {
    return empty(html`No invoices. Apply for the electronic invoice of a paid order, and it is issued here.`);
  }
  return html`<ul class="rows">
    ${newest.map(invoiceLine)}
  </ul>`;
}
