/** The payer's page: the amount and a Pay button, which calls the control's settle. */
import { randomBytes } from "node:crypto";
import { Html, html, yuan } from "../page/html.js";
import type { ProviderAnswer } from "../provider.js";
import type { AlipayTrade } from "./trade.js";

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; margin: 12vh auto; max-width: 380px; padding: 0 20px; text-align: center; }
h1 { font-size: 18px; font-weight: 600; margin: 0; overflow-wrap: anywhere; }
.sum { font-size: 44px; font-weight: 600; margin: 12px 0 24px; font-variant-numeric: tabular-nums; }
button { font: inherit; font-weight: 600; width: 100%; padding: 12px; border: 0; border-radius: 8px; background: #1677ff; color: #fff; cursor: pointer; }
button:disabled { opacity: 0.5; cursor: default; }
p { color: #7a8699; font-size: 13px; overflow-wrap: anywhere; }
`;

const SCRIPT = `
const button = document.querySelector("button");
const said = document.getElementById("said");
button.addEventListener("click", async () => {
  button.disabled = true;
  const response = await fetch(button.dataset.path, { method: "POST", body: "{}" }).catch(() => null);
  const answer = response ? await response.json() : { message: "the sandbox does not answer" };
  if (!response?.ok) {
    said.textContent = answer.message;
    button.disabled = false;
  } else if (button.dataset.return) location.assign(button.dataset.return);
  else said.textContent = "Paid. You may close this page.";
});
`;

/** @param returnTo where the browser goes once it is paid; null stays on the page */
export function cashierPage(trade: AlipayTrade, returnTo: string | null): ProviderAnswer {
  const nonce = randomBytes(16).toString("base64");
  const settle = `/sandbox/pay/orders/${encodeURIComponent(trade.outTradeNo)}/settle`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Cashier</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <h1>${trade.subject}</h1>
        <div class="sum">${yuan(trade.total)}</div>
        <button type="button" data-path="${settle}" data-return="${returnTo ?? ""}">Pay</button>
        <p id="said" role="status">Nothing here is real money.</p>
        <p>${trade.outTradeNo}</p>
        <script nonce="${nonce}">
          ${new Html(SCRIPT)};
        </script>
      </body>
    </html>`;
  return {
    status: 200,
    headers: {
      "Content-Type": "text/html;charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'`,
    },
    body: page.text,
  };
}
