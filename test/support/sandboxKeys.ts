import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { loadKeys } from "#scripts/sandbox/keys.js";
import type { SandboxKeys } from "#scripts/sandbox/keyTypes.js";

/** Making keys takes most of a second of both processors: a sandbox in `dataDir` gets those that are there already. */
export async function takeKeys(dataDir: string, from: string | undefined): Promise<SandboxKeys> {
  if (from) {
    await loadKeys(from);
    await mkdir(join(dataDir, "sandbox"), { recursive: true });
    await copyFile(join(from, "sandbox", "keys.json"), join(dataDir, "sandbox", "keys.json"));
  }
  return loadKeys(dataDir);
}
