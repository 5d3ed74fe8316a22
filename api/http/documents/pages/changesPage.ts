import type { Language } from "#shared/kernel/request/context.js";
import { endpoints } from "#api/routes.js";
import { compareDocuments, type InterfaceChange } from "../changes/compareDocuments.js";
import { wordsOf } from "../changes/changeWords.js";
import { readReleased } from "../changes/released.js";
import { openApiDocument } from "../openapi.js";
import { inOrder, memberCalls } from "../parts.js";
import { docsPage, escape, say, type Words } from "./layout.js";

const words = {
  title: ["Changes of the interface", "接口变更"],
  lead: [
    "What the members' calls do otherwise than before, found by comparing their OpenAPI documents. Versions are those of the typed client.",
    "通过比较 OpenAPI 文档得出的会员接口变更。版本号为类型化客户端的版本。",
  ],
  since: ["Since", "自"],
  now: ["not released yet", "尚未发布"],
  nothing: ["Nothing has changed.", "没有变更。"],
  first: ["The first recorded interface.", "首次记录的接口。"],
  breaks: ["Breaks clients", "不兼容"],
} as const satisfies Record<string, Words>;

/** The page at /docs/changes: what differs from the released interface, and what each release changed. */
export async function changesPage(language: Language): Promise<string> {
  const text = (name: keyof typeof words): string => escape(say(language, words[name]));
  const { version, date, document, history } = readReleased();
  const changes = compareDocuments(document, openApiDocument(inOrder(memberCalls(endpoints)), ""));
  const since = `<h2>${text("since")} ${escape(version)} <span class="soft">· ${text("now")}</span></h2>`;
  const earlier = history.map((one) => {
    const what = one.changes.length > 0 ? listOf(one.changes, language) : `<p>${text("first")}</p>`;
    return `<h2>${escape(one.version)} <span class="soft">· ${escape(one.date)}</span></h2>${what}`;
  });
  const released =
    history[0]?.version === version
      ? ""
      : `<h2>${escape(version)} <span class="soft">· ${escape(date)}</span></h2><p>${text("first")}</p>`;
  return docsPage({
    language,
    part: "changes",
    path: "/docs/changes",
    name: say(language, words.title),
    body: `<main class="page alone"><h1>${text("title")}</h1><p>${text("lead")}</p>
${since}${changes.length > 0 ? listOf(changes, language) : `<p>${text("nothing")}</p>`}
${released}${earlier.join("\n")}</main>`,
  });
}

/** By call: its changes below each other, those that break clients marked. */
function listOf(changes: readonly InterfaceChange[], language: Language): string {
  const calls = [...new Set(changes.map(({ call }) => call))];
  const items = calls.map((call) => {
    const own = changes.filter((one) => one.call === call);
    const lines = own.map((one) => {
      const mark = one.breaks ? ` <span class="breaks">${escape(say(language, words.breaks))}</span>` : "";
      return `<li>${escape(say(language, wordsOf(one)))}${mark}</li>`;
    });
    return `<li><code>${escape(call)}</code><ul>${lines.join("")}</ul></li>`;
  });
  return `<ul class="changes">${items.join("\n")}</ul>`;
}
