import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { compareDocuments, type InterfaceChange } from "../../api/http/documents/changes/compareDocuments.js";
import { wordsOf } from "../../api/http/documents/changes/changeWords.js";
import { readReleased, RELEASED_FILE, type Released } from "../../api/http/documents/changes/released.js";

const CHANGELOG = "shared/docs/changelog.md";

/** How the changelog tells of a call whose change breaks clients. */
export const changelogLine = (call: string): string => `- Breaks clients: \`${call}\``;

/** What the members' calls of now do otherwise than those of the released interface. */
export const changesSinceRelease = (document: object): InterfaceChange[] =>
  compareDocuments(readReleased().document, document);

/** The calls with a change that breaks clients which the changelog does not tell of. */
export function untold(changes: readonly InterfaceChange[], changelog: string): string[] {
  const calls = new Set(changes.filter(({ breaks }) => breaks).map(({ call }) => call));
  return [...calls].filter((call) => !changelog.split("\n").some((line) => line.startsWith(changelogLine(call))));
}

/** For a terminal: a line a change, then the lines that the changelog lacks. */
export function linesOf(changes: readonly InterfaceChange[]): string[] {
  if (changes.length === 0) return [`Nothing has changed since ${readReleased().version}.`];
  const lines = changes.map((one) => `${one.breaks ? "breaks  " : "        "}${one.call}: ${wordsOf(one)[0]}`);
  const missing = untold(changes, readFileSync(resolve(CHANGELOG), "utf8"));
  if (missing.length === 0) return lines;
  return [
    ...lines,
    "",
    `${CHANGELOG} has to tell of these, with what clients do instead:`,
    ...missing.map(changelogLine),
  ];
}

/** Stores the interface of now as the released one, and what it changed; answers what was done. */
export function release(document: object, version: string): string {
  const before: Released | undefined = existsSync(resolve(RELEASED_FILE)) ? readReleased() : undefined;
  if (before?.version === version) throw new Error(`${version} is released: raise the client's version first`);
  const changes = before ? compareDocuments(before.document, document) : [];
  const missing = untold(changes, readFileSync(resolve(CHANGELOG), "utf8"));
  if (missing.length > 0) throw new Error(`${CHANGELOG} lacks\n${missing.map(changelogLine).join("\n")}`);
  const date = new Date().toISOString().slice(0, "yyyy-MM-dd".length);
  const history = [{ version, date, changes }, ...(before?.history ?? [])];
  const stored: Released = { version, date, document, history };
  writeFileSync(resolve(RELEASED_FILE), gzipSync(JSON.stringify(stored), { level: 9 }));
  return `${version} is released, with ${changes.length} changes`;
}
