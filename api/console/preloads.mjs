// Which files the console asks for, one after the other as each names the next: told at once, they come side by side.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** An entry of a menu: its path, and the file of its page. */
const entry = /\bpage\(\s*"([^"]+)"[^>]*?=>\s*import\("\.\/([^"]+)"\)/g;

/**
 * The files of the entry, and of whoever is signed in: what surrounds all pages, and what the page at each path below
 * /console needs besides.
 * @param {readonly (import("rolldown").OutputChunk | import("rolldown").OutputAsset)[]} output
 * @param {string} home the folder of the console
 * @returns {{ entry: string[], around: string[], pages: Record<string, string[]> }}
 */
export function preloadsOf(output, home) {
  const chunks = output.filter((file) => file.type === "chunk");
  const ofModule = (/** @type {string} */ path) =>
    chunks.find(({ facadeModuleId }) => facadeModuleId?.replaceAll("\\", "/").endsWith(`/console/src/${path}`));
  /** @param {string} path */
  const filesOf = (path) => {
    const first = ofModule(path);
    if (!first) throw new Error(`the bundle has no file for ${path}`);
    const found = new Set([first.fileName]);
    for (const name of found)
      for (const one of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) found.add(one);
    return [...found];
  };
  const atEntry = filesOf("main.ts");
  const around = filesOf("shell/mount.tsx").filter((name) => !atEntry.includes(name));
  const known = new Set([...atEntry, ...around]);
  const pages = menuEntries(join(home, "src", "pages")).map(([path, file]) => [
    path.replace(/\/\*$/, ""),
    filesOf(`pages/${file}.tsx`).filter((name) => !known.has(name)),
  ]);
  return { entry: atEntry, around, pages: Object.fromEntries(pages) };
}

/** @param {string} folder @returns {[path: string, file: string][]} */
const menuEntries = (folder) =>
  readdirSync(folder)
    .filter((name) => /^menuOf\w+\.tsx$/.test(name))
    .flatMap((name) => [...readFileSync(join(folder, name), "utf8").matchAll(entry)])
    .map(([, path = "", file = ""]) => [path, file]);
