import { PlainFailure } from "../processes/progress.mjs";

/** @typedef {"given" | "path" | "fetched" | "wheel"} Source */

/**
 * A server that can run here.
 * @typedef {object} Found
 * @property {string} kind selects the protocol and the way to start it
 * @property {string} name
 * @property {string} version
 * @property {string} program
 * @property {string[]} [before] arguments before its own
 * @property {Record<string, string>} [env]
 * @property {string[]} [flags] the flags it supports
 */

/**
 * @typedef {object} Context
 * @property {string} dataDir
 * @property {string} wheelsDir
 * @property {string} cacheDir
 * @property {boolean} durable
 * @property {boolean} forced whether this source was selected by name
 * @property {string} database
 * @property {Omit<import("./bucket.mjs").Bucket, "endpoint">} bucket
 * @property {(line: string) => void} log
 */

/** @type {Source[]} */
const order = ["given", "path", "fetched", "wheel"];
/** @type {Record<string, string>} */
const aliases = { s3: "storage", mongo: "mongodb", valkey: "redis" };
const names = ["mongodb", "redis", "storage"];

/**
 * Reads SERVICES_FROM: one source for all, or a list like `mongodb=wheel,redis=path`.
 * @param {string | undefined} text
 * @returns {Record<string, Source>} the forced source of a service
 */
export function parseServicesFrom(text) {
  /** @type {Record<string, Source>} */
  const forced = {};
  for (const part of (text ?? "")
    .split(",")
    .map((p) => p.trim())
    .filter(Boolean)) {
    const [left, right] = part.split("=").map((p) => p.trim());
    const source = /** @type {Source} */ (right ?? left);
    const name = right === undefined ? undefined : (aliases[String(left)] ?? String(left));
    if (!order.includes(source) || (name && !names.includes(name))) {
      throw new PlainFailure(
        `SERVICES_FROM: "${part}" is not understood. Use one of ${order.join(", ")}, or a list like mongodb=wheel,redis=path.`,
      );
    }
    for (const each of name ? [name] : names) forced[each] = source;
  }
  return forced;
}

/**
 * The sources to try for a service, best first.
 * @param {{ name: string, sources: Partial<Record<Source, unknown>> }} service
 * @param {Source | undefined} forced
 * @param {boolean} isGiven
 * @param {boolean} mayBeGiven
 * @returns {Source[]}
 */
export function sourcesToTry(service, forced, isGiven, mayBeGiven) {
  if (forced === "given" && mayBeGiven) return ["given"];
  if (forced && forced !== "given" && service.sources[forced]) return [forced];
  // SERVICES_FROM=fetched for all: only MongoDB has that source, the others keep their order.
  if (isGiven && !forced) return ["given"];
  return order.filter((source) => service.sources[source]);
}
