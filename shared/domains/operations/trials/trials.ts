import { hostname } from "node:os";
import { recordOperation } from "#shared/domains/audit/index.js";
import { config } from "#shared/kernel/config/config.js";
import { readProcesses } from "#shared/kernel/process/processes.js";
import { producerRedis } from "#shared/kernel/redis/redis.js";
import { errors } from "#shared/kernel/request/errors.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { trialErrors } from "./trial.errors.js";

/**
 * Troubles that whoever evaluates the shop can start, to see what it says and does. Providers and merchants are the
 * sandbox's, so there are none without it, and none in production, where it has no place.
 */
export const trialNames = [
  "wechatpay.hangs",
  "alipay.fails",
  "sms.fails",
  "merchant.fails",
  "redis.silent",
  "worker.dies",
] as const;
type TrialName = (typeof trialNames)[number];

interface TrialState {
  name: TrialName;
  /** Whether it goes on now; false for one that ends by itself. */
  on: boolean;
  /** Of one that ends by itself: after how long; 0: it is over at once. Null: it goes on until it is ended. */
  lastsMs: number | null;
}

const SILENT_MS = seconds(20);
const CALL_MS = seconds(2);
/** More calls than a trial lasts. */
const ALL_CALLS = 1_000_000;
/** The merchant of the demo shop. */
const MERCHANT = "/sandbox/merchant/mall/behaviour";
const providerFaults: Partial<Record<TrialName, { platform: string; mode: string }>> = {
  "wechatpay.hangs": { platform: "wechatpay", mode: "timeout" },
  "alipay.fails": { platform: "alipay", mode: "error" },
  "sms.fails": { platform: "sms", mode: "error" },
};
const lasting: Partial<Record<TrialName, number>> = { "redis.silent": SILENT_MS, "worker.dies": 0 };

const sandboxUrl = (): string | undefined => (config.NODE_ENV === "development" ? config.SANDBOX_URL : undefined);

/** All trials, and which of them go on; none where none is offered. SandboxAway. */
export async function listTrials(): Promise<TrialState[]> {
  if (sandboxUrl() === undefined) return [];
  const [faults, merchant] = await Promise.all([
    askSandbox<{ platform: string; mode: string }[]>("GET", "/sandbox/faults"),
    askSandbox<{ status: number }>("GET", MERCHANT),
  ]);
  const goesOn = (name: TrialName): boolean => {
    const fault = providerFaults[name];
    if (fault) return faults.some(({ platform, mode }) => platform === fault.platform && mode === fault.mode);
    return name === "merchant.fails" && merchant.status >= 500;
  };
  return trialNames.map((name) => ({ name, on: goesOn(name), lastsMs: lasting[name] ?? null }));
}

/** NotOffered without a sandbox or outside development; SandboxAway; NoWorkerHere. */
export async function startTrial(name: TrialName): Promise<true> {
  refuseElsewhere();
  const fault = providerFaults[name];
  if (fault) await askSandbox("PUT", "/sandbox/faults", { ...fault, count: ALL_CALLS });
  else if (name === "merchant.fails") await askSandbox("PUT", MERCHANT, { status: 500 });
  else if (name === "redis.silent") await producerRedis().call("CLIENT", "PAUSE", SILENT_MS, "ALL");
  else await killWorker();
  await recordOperation({ module: "infra", action: "trial.start", bizId: name });
  return true;
}

/** Ends one that goes on; one that ends by itself is left to do so. NotOffered, SandboxAway. */
export async function endTrial(name: TrialName): Promise<true> {
  refuseElsewhere();
  const fault = providerFaults[name];
  if (fault) await askSandbox("DELETE", `/sandbox/faults?platform=${fault.platform}`);
  else if (name === "merchant.fails") await askSandbox("PUT", MERCHANT, {});
  await recordOperation({ module: "infra", action: "trial.end", bizId: name });
  return true;
}

function refuseElsewhere(): void {
  if (sandboxUrl() === undefined) throw errors.NotOffered({ provider: "sandbox" });
}

/** Kills a worker of this machine, as an out-of-memory killer does; its supervisor starts another. */
async function killWorker(): Promise<void> {
  const found = (await readProcesses()).find(
    ({ kind, host, pid, live }) => kind === "worker" && host === hostname() && pid !== process.pid && live,
  );
  try {
    if (found) process.kill(found.pid, "SIGKILL");
  } catch {
    // It has ended since its last report.
    throw trialErrors.NoWorkerHere();
  }
  if (!found) throw trialErrors.NoWorkerHere();
}

/** The control of the sandbox, which is no provider: the only call that an API makes, in development alone. */
async function askSandbox<T>(method: "GET" | "PUT" | "DELETE", path: string, body?: object): Promise<T> {
  const answer = await fetch(sandboxUrl() + path, {
    method,
    ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(CALL_MS),
  }).catch(() => undefined);
  if (!answer?.ok) throw trialErrors.SandboxAway();
  return (await answer.json()) as T;
}
