import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Marked, type Tokens } from "marked";
import type { Language } from "#shared/kernel/request/context.js";
import { docsPage, escape, linkTo, say, type Words } from "./layout.js";

/** The guides of the typed client's package, in the order of a first reading. */
const guides: Readonly<Record<string, Words>> = {
  start: ["Start", "开始"],
  "sign-in": ["Sign in", "登录"],
  order: ["Order", "下单"],
  pay: ["Pay", "支付"],
  "after-sale": ["After-sale", "售后"],
  errors: ["Errors", "错误"],
  uploads: ["Uploads", "上传"],
  webhooks: ["Webhooks", "回调通知"],
};
const FIRST = "start";
const BASE = "/docs/guides";

export const guideNames = Object.keys(guides);

/** The page at /docs/guides (the first one) or /docs/guides/{name}. */
export async function guidePage(name: string | undefined, language: Language): Promise<string> {
  const shown = name ?? FIRST;
  const links = guideNames.map((one) => {
    const current = one === shown ? ' aria-current="page"' : "";
    return `<a href="${linkTo(`${BASE}/${one}`, language)}"${current}>${escape(say(language, guides[one]!))}</a>`;
  });
  const text = await readFile(placeOf(`${language}/${shown}.md`), "utf8");
  return docsPage({
    language,
    part: "guides",
    path: name === undefined ? BASE : `${BASE}/${name}`,
    name: say(language, guides[shown]!),
    body: `<div class="columns"><nav>${links.join("\n")}</nav><main class="page">${await rendered(text, language)}</main></div>`,
  });
}

/** Its place is relative to the source, and to dist, which contains only compiled files. */
function placeOf(name: string): string {
  const file = ["../../../../", "../../../../../"]
    .map((root) => fileURLToPath(new URL(`${root}scripts/client/guides/${name}`, import.meta.url)))
    .find((path) => existsSync(path));
  if (!file) throw new Error(`the guide ${name} is missing`);
  return file;
}

async function rendered(text: string, language: Language): Promise<string> {
  const marked = new Marked({
    renderer: {
      table(token: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: "th" | "td"): string =>
          `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
        const rows = token.rows.map((row) => cells(row, "td")).join("\n");
        return `<div class="table"><table><thead>${cells(token.header, "th")}</thead><tbody>${rows}</tbody></table></div>\n`;
      },
    },
    walkTokens(token) {
      // In the package the guides are files beside each other.
      const [, to] = token.type === "link" ? (/^([\w-]+)\.md$/.exec(String(token["href"])) ?? []) : [];
      if (to !== undefined) Object.assign(token, { href: linkTo(`${BASE}/${to}`, language) });
    },
  });
  return marked.parse(text);
}
