import { existsSync, readFileSync } from "node:fs";

/** The folder of the build, or of the checkout where the sources run. */
const folder = new URL("../../../", import.meta.url);

/** The package's version and the beginning of the hash of what was built: equal exactly where the code is. */
export const version = `${packageVersion()}+${builtHash()}`;

function packageVersion(): string {
  const file = ["package.json", "../package.json"].map((path) => new URL(path, folder)).find((url) => existsSync(url));
  return file ? (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version : "0";
}

/** scripts/services/build.mjs leaves it beside what it built. */
function builtHash(): string {
  const stamp = new URL(".build-stamp", folder);
  return existsSync(stamp) ? readFileSync(stamp, "utf8").slice(0, 8) : "sources";
}
