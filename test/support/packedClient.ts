import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const source = resolve(import.meta.dirname, "../../scripts/client");
const run = promisify(execFile);

/** The typed client, packed as it is published and installed alone in an empty folder: the files of the package. */
export async function installClient(folder: string): Promise<string[]> {
  // A cache of its own: nothing may come from a registry, nor from what was fetched before.
  const env = { ...process.env, npm_config_cache: join(folder, "cache"), npm_config_offline: "true" };
  // As prepack does, which a machine that runs no scripts of packages leaves out.
  await run("npm", ["run", "build"], { cwd: source });
  const pack = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const packed = await run("npm", pack, { cwd: source });
  const [{ filename, files }] = JSON.parse(packed.stdout.slice(packed.stdout.search(/^\[/m))) as [
    { filename: string; files: { path: string }[] },
  ];
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }));
  await run("npm", ["install", `./${filename}`, "--offline", "--no-audit", "--no-fund"], { cwd: folder, env });
  return files.map(({ path }) => path);
}

/** Where it is then. */
export const installedClient = (folder: string): string => join(folder, "node_modules/member-commerce-client");
