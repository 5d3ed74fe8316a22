import type { Language } from "#shared/kernel/request/context.js";
import { style } from "./style.js";

/** A text in both languages. */
export type Words = readonly [en: string, zh: string];
export const say = (language: Language, words: Words): string => words[language === "zh" ? 1 : 0];

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign]!);

/** The parts of the documentation, as its pages link them. */
const parts = {
  calls: { path: "/docs/", words: ["Calls", "接口"] },
  guides: { path: "/docs/guides", words: ["Guides", "指南"] },
  errors: { path: "/docs/errors", words: ["Error codes", "错误码"] },
  changes: { path: "/docs/changes", words: ["Changes", "变更"] },
} as const satisfies Record<string, { path: string; words: Words }>;

const title: Words = ["API documentation", "接口文档"];
const other: Words = ["中文", "English"];

interface DocsPage {
  language: Language;
  part: keyof typeof parts;
  /** Its own path, which the other language is linked by. */
  path: string;
  /** Beside the name of the documentation. */
  name?: string | undefined;
  body: string;
  /** Further elements of the head: styles and scripts of this site. */
  head?: string;
}

/** An address of the documentation in a language. */
export const linkTo = (path: string, language: Language): string => `${path}?lang=${language}`;

/** A page of the documentation: the parts to choose from above, the other language beside them. */
export function docsPage({ language, part, path, name, body, head = "" }: DocsPage): string {
  const links = Object.entries(parts).map(([key, { path: to, words }]) => {
    const current = key === part ? ' aria-current="page"' : "";
    return `<a href="${linkTo(to, language)}"${current}>${say(language, words)}</a>`;
  });
  const shown = [...(name === undefined ? [] : [name]), say(language, title)].join(" · ");
  const otherLanguage = language === "zh" ? "en" : "zh";
  return `<!doctype html>
<html lang="${language === "zh" ? "zh-CN" : "en"}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(shown)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${style}</style>${head}</head>
<body class="${part}"><header class="docs"><b>${say(language, title)}</b><nav>${links.join("")}</nav>
<a class="language" lang="${otherLanguage === "zh" ? "zh-CN" : "en"}" href="${linkTo(path, otherLanguage)}">${say(language, other)}</a></header>
${body}
</body>
</html>
`;
}
