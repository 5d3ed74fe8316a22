import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { cacheFile, type CachedFile } from "./cachedFile.js";

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
/** A plain file name: no folder, nothing hidden, nothing percent-encoded. */
const plainName = /^[\w-][\w.-]{0,199}$/;
/** The delay until a rebuilt file is noticed. */
const LOOK_EACH_MS = 250;

/** Finds a file of a folder by its name; its bytes are cached until the file changes. */
export function cachedFolder(folder: string): (name: string) => Promise<CachedFile | undefined> {
  const known = new Map<string, { lookedAt: number; state: string; file: Promise<CachedFile> }>();
  return async (name) => {
    const type = types[extname(name)];
    if (type === undefined || !plainName.test(name)) return undefined;
    const now = Date.now();
    const cached = known.get(name);
    if (cached && now - cached.lookedAt < LOOK_EACH_MS) return cached.file;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) {
      known.delete(name);
      return undefined;
    }
    const state = `${found.mtimeMs} ${found.size}`;
    const file = cached?.state === state ? cached.file : readFile(path).then((bytes) => cacheFile(type, bytes));
    known.set(name, { lookedAt: now, state, file });
    file.catch(() => known.delete(name));
    return file;
  };
}
