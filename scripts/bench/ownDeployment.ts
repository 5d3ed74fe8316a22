import { randomBytes } from "node:crypto";
import type { MemoryStore } from "./programs/memoryStore.js";
import { holdInDeployment, type Surroundings } from "./reporter.js";

/** Enough for a million rows and their indexes. */
const HEAP_MIB = 12_000;

/** A database and queues of its own, which no process of the deployment uses. */
export function ownDeployment({ env }: Surroundings): Surroundings {
  const name = `ledger${randomBytes(4).toString("hex")}`;
  const uri = new URL(env["MONGODB_URI"]!);
  uri.pathname = `/${name}`;
  return { env: { ...env, MONGODB_URI: uri.href, BULL_PREFIX: name } };
}

export interface HeldMemoryStore {
  /** The deployment's environment with this store as MongoDB. */
  surroundings: Surroundings;
  pid: number;
  /** Without a database name. */
  url: string;
  release(): Promise<void>;
}

/** A stand-in of MongoDB that keeps rows in memory and delays each response. */
export async function holdMemoryStore({ env }: Surroundings, { delayMs = 0 } = {}): Promise<HeldMemoryStore> {
  const NODE_OPTIONS = `${env["NODE_OPTIONS"] ?? ""} --max-old-space-size=${HEAP_MIB} --max-semi-space-size=128`;
  const { report, release } = await holdInDeployment<MemoryStore>(
    { env: { ...env, NODE_OPTIONS } },
    "scripts/bench/programs/memoryStore.js",
    [`${delayMs}`],
  );
  const { port, pid } = report;
  const url = `mongodb://127.0.0.1:${port}`;
  return { surroundings: { env: { ...env, MONGODB_URI: `${url}/?directConnection=true` } }, pid, url, release };
}
