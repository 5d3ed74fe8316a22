import { setTimeout as sleep } from "node:timers/promises";
import { PlainFailure } from "./progress.mjs";

const good = new Set(["ok", "up", "ready", "true", "pass", "healthy", "connected", "degraded"]);

/**
 * Waits until the API reports that everything is ready.
 * @param {string} baseUrl
 * @param {() => boolean} cancelled
 * @param {() => string} hint further information when it takes too long
 * @param {number} [ms]
 */
export async function waitReady(baseUrl, cancelled, hint, ms = 120_000) {
  const deadline = Date.now() + ms;
  let last = "nothing answers there";
  while (Date.now() < deadline && !cancelled()) {
    try {
      const answer = await fetch(`${baseUrl}/health/ready`, { signal: AbortSignal.timeout(3_000) });
      const text = await answer.text();
      if (answer.status === 200) return;
      last = `${answer.status}, ${missing(text)}`;
    } catch (error) {
      const { cause, message } = /** @type {Error & { cause?: { code?: string } }} */ (error);
      last = cause?.code === "ECONNREFUSED" ? "nothing answers there" : message;
    }
    await sleep(100);
  }
  if (!cancelled()) {
    throw new PlainFailure(`Not ready after ${ms / 1000} s: ${baseUrl}/health/ready says: ${last}.${hint()}`);
  }
}

/**
 * Names the unhealthy parts of a health report.
 * @param {string} text
 */
export function missing(text) {
  try {
    const names = bad(JSON.parse(text), []);
    if (names.length > 0) return `missing: ${names.join(", ")}`;
  } catch {
    // no JSON: shown as it is
  }
  return text.slice(0, 300) || "an empty answer";
}

/**
 * @param {unknown} value
 * @param {string[]} path
 * @returns {string[]}
 */
function bad(value, path) {
  const key = path.at(-1) ?? "";
  if (value === false || value === null) return [path.join(".")];
  if (typeof value === "string" && /^(status|state)?$/.test(key) && !good.has(value.toLowerCase())) {
    return path.length > 1 ? [`${path.slice(0, -1).join(".")} (${value})`] : [];
  }
  if (
    typeof value === "string" &&
    path.length > 1 &&
    /^(down|missing|error|fail|failed|unavailable|stale)$/i.test(value)
  ) {
    return [`${path.join(".")} (${value})`];
  }
  if (value && typeof value === "object")
    return Object.entries(value).flatMap(([name, part]) => bad(part, [...path, name]));
  return [];
}
