/** The phone that scans a QR code: what it scanned, and buttons to confirm or cancel. */
import type { ScannedCode } from "../social/qrPhone.js";
import { action, clock, html, type Html } from "./html.js";
import { badge, empty, SHOWN } from "./pieces.js";
import type { Shown } from "./shown.js";

export function qrForm(): Html {
  return html`<form id="qr">
    <label>Address in the code <input name="address" type="url" required size="40" autocomplete="off" /></label>
    <button class="primary">Scan</button>
  </form>`;
}

function codeLine({ state, scan, authorizeUrl, chosen, at }: ScannedCode, openid: string | undefined): Html {
  const choose = (label: string, act: "confirm" | "cancel", look: "primary" | "danger", body: object = {}): Html =>
    action(label, { method: "POST", path: `/sandbox/social/qr/${encodeURIComponent(state)}/${act}`, body }, look);
  return html`<li>
    <div class="line">
      ${authorizeUrl ? badge(chosen ?? "scanned", chosen === "cancelled" ? "warn" : "good") : badge(`${scan.status || "no answer"}`, "bad")}
      <span class="grow">${scan.title || `…${state.slice(-8)}`}</span> ${clock(at)}
    </div>
    ${
      authorizeUrl &&
      html`<div class="actions">
        ${openid && choose("Confirm as the newest person", "confirm", "primary", { openid })}
        ${choose("Confirm as a new person", "confirm", "primary")} ${choose("Cancel", "cancel", "danger")}
      </div>`
    }
  </li>`;
}

export function qrSection({ phone, people }: Shown): Html {
  const codes = phone.list().slice(0, SHOWN.people);
  if (codes.length === 0)
    return empty(
      html`Nothing scanned. Call <code>GET /app-api/website/auth/qrcode</code> and paste its <code>qrcodeUrl</code>.`,
    );
  const newest = people.list()[0]?.openid;
  return html`<ul class="rows">
    ${codes.map((code) => codeLine(code, newest))}
  </ul>`;
}
