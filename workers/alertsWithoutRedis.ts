import { log } from "#shared/kernel/observability/log.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { missedTicks } from "./runtime/ticks.js";

const EVERY_MS = seconds(15);

/**
 * While Redis takes no tick (it is away, or full), rules are evaluated and alerts delivered here, without jobs: or the alert
 * that the queues stand still would wait in one of them. By the processes of the control queue, until the returned function
 * is called.
 */
export function startAlertsWithoutRedis(): () => void {
  let running = false;
  const timer = setInterval(() => {
    if (running || missedTicks().length === 0) return;
    running = true;
    alertWithoutRedis()
      .catch((error: unknown) => log.warn({ err: error }, "alerts are not evaluated"))
      .finally(() => (running = false));
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Once; what it takes is loaded only then. */
export async function alertWithoutRedis(): Promise<void> {
  const { deliverWaitingAlerts, evaluateRules } = await import("#shared/domains/operations/worker.js");
  await evaluateRules();
  await deliverWaitingAlerts();
}
