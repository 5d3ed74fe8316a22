import { freePort } from "#scripts/deployment/services.js";
import type { Program } from "#scripts/deployment/program.js";
import { program } from "#test/faults/deployment.js";
import { clockAhead } from "./clockAhead.js";
import { fromSources } from "./fromSources.js";

interface Differences {
  clockAheadMs?: number;
  /** Variables that differ from ours. */
  env?: Record<string, string>;
}

/** A second API process on the same stores, from the same sources; its clock may be another one. */
export async function secondApi({ clockAheadMs = 0, env: own = {} }: Differences = {}): Promise<Program> {
  const port = await freePort();
  const args = [...(clockAheadMs === 0 ? [] : clockAhead(clockAheadMs)), ...fromSources("api/index.ts")];
  const env = { ...process.env, PORT: String(port), OPS_PORT: String(await freePort()), HOST: "127.0.0.1", ...own };
  const api = program(args, env as Record<string, string>, `http://127.0.0.1:${port}`);
  await api.start();
  return api;
}
