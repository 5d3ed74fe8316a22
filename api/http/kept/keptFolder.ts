import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { keepFile, type KeptFile } from "./keptFile.js";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};
/** A file's own name: no folder, nothing hidden, nothing that stands for another sign. */
const plainName = /^[\w-][\w.-]{0,199}$/;
/** A file that is built anew is seen so soon. */
const LOOK_EACH_MS = 1_000;

/** Finds a file of a folder by its name; its bytes are read once, as long as it stays as it is. */
export function keptFolder(folder: string): (name: string) => Promise<KeptFile | undefined> {
  const known = new Map<string, { lookedAt: number; state: string; file: Promise<KeptFile> }>();
  return async (name) => {
    const type = types[extname(name)];
    if (type === undefined || !plainName.test(name)) return undefined;
    const now = Date.now();
    const kept = known.get(name);
    if (kept && now - kept.lookedAt < LOOK_EACH_MS) return kept.file;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) {
      known.delete(name);
      return undefined;
    }
    const state = `${found.mtimeMs} ${found.size}`;
    const file = kept?.state === state ? kept.file : readFile(path).then((bytes) => keepFile(type, bytes));
    known.set(name, { lookedAt: now, state, file });
    file.catch(() => known.delete(name));
    return file;
  };
}
