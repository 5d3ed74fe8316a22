import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { complain, info, stepDone } from "./progress.mjs";
import { runStep } from "./step.mjs";

/** @typedef {{ name: string, version: string, source: string }} Server */
/** @typedef {{ checkedAt: string, failed: number }} Known the result for a server */

/**
 * Checks once per server and data folder whether this start's MongoDB behaves as the shop needs. A failure does not end
 * the start, which is for development; it is reported at every start.
 * @param {{ root: string, dataDir: string, server: Server, uri: string }} start
 */
export async function checkStoreOnce({ root, dataDir, server, uri }) {
  const identity = identityOf(server, uri);
  const known = readKnown(dataDir)[identity];
  if (known) {
    if (known.failed > 0)
      complain(`${faults(server, known.failed)}; npm run check:store names ${known.failed === 1 ? "it" : "them"}`);
    return;
  }
  const begun = Date.now();
  const script = join(root, "dist", "scripts", "store", "index.js");
  // It does not wait for the expiry of rows, which takes a minute.
  const { code, output } = await runStep(process.execPath, ["--enable-source-maps", script, "--patience=0"], {
    cwd: root,
    env: { ...process.env, MONGODB_URI: uri },
  });
  const lines = output.trimEnd().split("\n");
  if (code !== 0 && code !== 1) return info(`the store was not checked (code ${code}): ${lines.at(-1)}`);
  const failed = failedLines(lines);
  const count = failed.filter(isFailure).length;
  remember(dataDir, identity, { checkedAt: new Date().toISOString(), failed: count });
  if (count === 0) return stepDone("store", String(lines.at(-1)).replace(/, in [\d.]+ s$/, ""), begun);
  complain(`${faults(server, count)}:\n${failed.join("\n")}`);
}

/** @type {(server: Server, count: number) => string} */
const faults = ({ name, version }, count) =>
  `${name} ${version} does not keep ${count === 1 ? "one thing" : `${count} things`} that the shop needs`;

/**
 * A given server is identified by its hosts, without user and password; one of ours by its kind, whatever its port.
 * @param {Server} server
 * @param {string} uri
 */
export function identityOf({ name, version, source }, uri) {
  if (source !== "given") return `${name} ${version} from ${source}`;
  const hosts = /^[^:]+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(uri)?.[1];
  return `${name} ${version} at ${hosts}`;
}

/** @param {string} line */
const isFailure = (line) => line.startsWith("✗");

/**
 * The lines of failures, each with the indented ones below it.
 * @param {string[]} lines
 */
function failedLines(lines) {
  let inside = false;
  return lines.filter((line) => (inside = isFailure(line) || (inside && line.startsWith(" "))));
}

/** @param {string} dataDir */
const file = (dataDir) => join(dataDir, "store-checks.json");

/**
 * @param {string} dataDir
 * @returns {Record<string, Known>}
 */
function readKnown(dataDir) {
  try {
    return existsSync(file(dataDir)) ? JSON.parse(readFileSync(file(dataDir), "utf8")) : {};
  } catch {
    return {}; // incomplete: checked again
  }
}

/**
 * @param {string} dataDir
 * @param {string} identity
 * @param {Known} found
 */
function remember(dataDir, identity, found) {
  writeFileSync(file(dataDir), `${JSON.stringify({ ...readKnown(dataDir), [identity]: found }, null, 2)}\n`);
}
