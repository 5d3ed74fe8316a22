/** The page at / for people, and its sections as JSON for its own refresh. */
import { randomBytes } from "node:crypto";
import type { Router } from "@koa/router";
import { FAULT_MODES } from "../faults.js";
import { Html, html } from "./html.js";
import { SCRIPT } from "./script.js";
import { SECTIONS, type Section, type Shown } from "./sections.js";
import { STYLE } from "./style.js";

const MODE_TEXT: Record<(typeof FAULT_MODES)[number], string> = {
  error: "error: answers 500",
  timeout: "timeout: never answers",
  slow: "slow: answers late",
  badSignature: "bad signature",
  hold: "hold: refunds stay under way",
};

function faultForm(platforms: readonly string[]): Html {
  return html`<form id="fault">
    <label
      >Platform
      <select name="platform">
        ${platforms.map((name) => html`<option>${name}</option>`)}
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

function sectionHtml(section: Section, shown: Shown): Html {
  return html`<section id="${section.id}">
    <h2>${section.title}<small>${section.about}</small></h2>
    ${section.id === "faults" && faultForm(shown.platforms)}
    <div class="drawn">${section.draw(shown)}</div>
  </section>`;
}

function page(shown: Shown, nonce: string): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sandbox</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <header>
          <h1>Sandbox</h1>
          <p>Plays the outside platforms for this shop. Nothing here is real money.</p>
          <span id="live">live</span>
        </header>
        <main>${SECTIONS.map((section) => sectionHtml(section, shown))}</main>
        <div id="said" role="status"></div>
        <script nonce="${nonce}">
          ${new Html(SCRIPT)};
        </script>
      </body>
    </html>`;
}

export function pageRoutes(router: Router, shown: Shown): void {
  router.get("/", (ctx) => {
    const nonce = randomBytes(16).toString("base64");
    ctx.type = "html";
    ctx.set(
      "Content-Security-Policy",
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    );
    ctx.body = page(shown, nonce).text;
  });

  router.get("/sandbox/page", (ctx) => {
    ctx.body = Object.fromEntries(SECTIONS.map((section) => [section.id, section.draw(shown).text]));
  });
}
