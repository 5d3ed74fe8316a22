// `node warm.mjs SCRIPT`: loads the packages, which takes most of a process's start, and runs the script when told to
// (supervisor.mjs).
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

process.argv.splice(1, 1);
const [, script] = process.argv;
const leave = () => process.exit();
process.once("disconnect", leave);
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
// Some have no module of that name: only what can be loaded is.
for (const name of Object.keys(dependencies)) await import(name).catch(() => undefined);
process.once("message", () => {
  process.off("disconnect", leave);
  void import(pathToFileURL(String(script)).href);
});
