import { makeLately, type Lately } from "../observability/lately.js";
import { minutes } from "../time/clock.js";

/** How this process fares with one outside service. */
export interface CallsLately extends Lately {
  /** The called service, as logs name it: "wechatpay". */
  to: string;
  /** Calls that wait for their answer, and for how long the oldest has. */
  running: number;
  oldestMs: number | null;
  /** Calls that failed since the last one that did not. */
  failedInARow: number;
  /** How long ago the last one was answered; null: none was, since this process started. */
  sinceAnswerMs: number | null;
}

interface Service {
  lately: ReturnType<typeof makeLately>;
  running: Set<{ since: number }>;
  failedInARow: number;
  answeredAt: number | undefined;
  usedAt: number;
}
const services = new Map<string, Service>();

/** What nobody called for so long is not told any more. */
const FORGOTTEN_MS = minutes(10);
/** We call too often: 429, of mail servers 421 and 450. */
const TOO_MANY: ReadonlySet<number | string> = new Set([429, 421, 450]);

/** Counts a call that begins; the returned function takes its end, as outboundCall.ts does. */
export function countCall(to: string): (status: number | string, ms: number) => void {
  const now = performance.now();
  const made = { lately: makeLately(), running: new Set<never>(), failedInARow: 0, answeredAt: undefined, usedAt: now };
  const service: Service = services.get(to) ?? made;
  services.set(to, service);
  const call = { since: now };
  service.running.add(call);
  service.usedAt = now;
  return (status, ms) => {
    service.running.delete(call);
    service.usedAt = performance.now();
    // An address that we refuse to call says nothing about who is there.
    if (status === "refused") return;
    const hasFailed = typeof status === "string" || status >= 500 || TOO_MANY.has(status);
    service.lately.count(ms, hasFailed);
    if (hasFailed) service.failedInARow++;
    else {
      service.failedInARow = 0;
      service.answeredAt = performance.now();
    }
  };
}

/** The services that were called in the last ten minutes. */
export function callsLately(): CallsLately[] {
  const now = performance.now();
  const since = (at: number): number => Math.round(now - at);
  for (const [to, { running, usedAt }] of services)
    if (running.size === 0 && since(usedAt) > FORGOTTEN_MS) services.delete(to);
  return [...services].map(([to, { lately, running, failedInARow, answeredAt }]) => ({
    to,
    ...lately.read(),
    running: running.size,
    // They are in the order of their beginning.
    oldestMs: running.size === 0 ? null : since([...running][0]!.since),
    failedInARow,
    sinceAnswerMs: answeredAt === undefined ? null : since(answeredAt),
  }));
}
