/** The page at / for people, and its sections as JSON for its own refresh. */
import { randomBytes } from "node:crypto";
import type { Router } from "@koa/router";
import { Html, html } from "./html.js";
import { SCRIPT } from "./script.js";
import { SECTIONS } from "./sections.js";
import type { Section, Shown } from "./shown.js";
import { STYLE } from "./style.js";

function sectionHtml(section: Section, shown: Shown): Html {
  return html`<section id="${section.id}">
    <h2>${section.title}<small>${section.about}</small></h2>
    ${section.form?.(shown)}
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
          <p>Plays the outside providers for this shop. Nothing here is real money.</p>
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
