import { join, relative, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const compiled = process.env["COMPILED_TESTS"];

/**
 * Node's arguments for a process that runs one of our sources, by its path in the checkout or its whole one. In a run of
 * `npm test` it is compiled already; to compile anew would take longer than what the process is started for.
 */
export function fromSources(script: string): string[] {
  const path = relative(root, resolve(root, script));
  if (compiled) return [join(compiled, path.replace(/\.ts$/, ".js"))];
  return ["--conditions=shop-source", "--import=tsx/esm", join(root, path)];
}
