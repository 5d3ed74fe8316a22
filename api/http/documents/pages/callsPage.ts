import type { Language } from "#shared/kernel/request/context.js";
import { docsPage } from "./layout.js";

/** Where calls can be read and tried, over /openapi.json. */
export const callsPage = (language: Language): string =>
  docsPage({
    language,
    part: "calls",
    path: "/docs/",
    head: `<link rel="stylesheet" href="/docs/swagger-ui.css"><link rel="stylesheet" href="/docs/calls.css">`,
    body: `<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/swagger-ui-standalone-preset.js"></script>
<script src="/docs/swagger-initializer.js"></script>`,
  });

/** Shows one part at a time, because rendering all of them is slow; the token is kept in the browser. */
export const initializer = `const isChinese = document.documentElement.lang === "zh-CN";
const part = (name) => "/openapi.json?part=" + name + "&lang=" + (isChinese ? "zh" : "en");
if (matchMedia("(prefers-color-scheme: dark)").matches) document.documentElement.classList.add("dark-mode");
window.ui = SwaggerUIBundle({
  urls: [
    { url: part("members"), name: isChinese ? "会员" : "Members" },
    { url: part("operators"), name: isChinese ? "运营" : "Operators" }
  ],
  dom_id: "#swagger-ui", deepLinking: true, docExpansion: "none", filter: true,
  defaultModelsExpandDepth: -1, presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: "StandaloneLayout", persistAuthorization: true, tryItOutEnabled: true
});
`;

export const callsStyle = `body.calls { background: var(--card); }
.swagger-ui .topbar, html.dark-mode .swagger-ui .topbar { padding: .75rem 0 0; background: transparent; }
.swagger-ui .topbar .link { display: none; }
.swagger-ui .topbar .download-url-wrapper { justify-content: flex-start; max-width: none; }
.swagger-ui .topbar .download-url-wrapper .select-label { flex: 0 1 28rem; width: auto; color: var(--ink); }
.swagger-ui .topbar .download-url-wrapper .select-label span { flex: none; padding: 0 .75rem 0 0; font-size: .875rem; }
.swagger-ui .topbar .download-url-wrapper .select-label select { border-color: var(--line); }
.swagger-ui .topbar .dark-mode-toggle button { fill: var(--soft); }
html.dark-mode, html.dark-mode body.calls { background: var(--card); }
.swagger-ui .info { margin: 1.25rem 0; }
.swagger-ui .info .title { font-size: 1.625rem; }
.swagger-ui .scheme-container { padding: 1rem 0; box-shadow: none; border-top: 1px solid var(--line);
  border-bottom: 1px solid var(--line); background: transparent; }
.swagger-ui .opblock-tag { font-size: 1.1875rem; }
@media (max-width: 48rem) {
  .swagger-ui .wrapper, .swagger-ui .topbar .wrapper { padding: 0 .75rem; }
  .swagger-ui .opblock-tag small { display: none; }
  .swagger-ui .filter .operation-filter-input { max-width: none; }
}
`;
