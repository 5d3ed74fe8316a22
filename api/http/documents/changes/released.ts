import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import type { InterfaceChange } from "./compareDocuments.js";

/** What `npm run client -- --release` stores. */
export interface Released {
  /** Of the typed client. */
  version: string;
  /** yyyy-MM-dd */
  date: string;
  document: object;
  /** What each earlier release changed, the newest first. */
  history: { version: string; date: string; changes: InterfaceChange[] }[];
}

/** Its place in the checkout. */
export const RELEASED_FILE = "scripts/client/released.json.gz";

/** The members' interface as it was released last. */
export function readReleased(): Released {
  // Relative to the source, and to dist, which contains only compiled files.
  const file = ["../../../../", "../../../../../"]
    .map((root) => fileURLToPath(new URL(`${root}${RELEASED_FILE}`, import.meta.url)))
    .find((path) => existsSync(path));
  if (!file) throw new Error(`${RELEASED_FILE} is missing`);
  return JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")) as Released;
}
