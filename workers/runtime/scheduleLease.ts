import { seconds } from "#shared/kernel/time/clock.js";
import { NoPlace } from "#shared/kernel/queue/bulkhead.js";
import { holdFencedLease, releaseFencedLease, renewFencedLease, takeFencedLease } from "#shared/kernel/mongo/leases.js";
import { log } from "#shared/kernel/observability/log.js";
import { currentContext, currentLanguage, withContext, type Fence } from "#shared/kernel/request/context.js";

const LEASE_MS = seconds(30);
const RENEW_MS = seconds(10);
/** A write that begins by then reaches the store before another process can get the lease. */
const SURE_MS = LEASE_MS - seconds(3);
/** How long an aborted run that does not end keeps the lease; it may hang for ever. */
const ABORT_TIMEOUT_MS = seconds(120);
/** An abandoned run, or one whose process was suspended, may take a while to end. */
const AGAIN_MS = seconds(10);

/**
 * Runs a tick under the lease of its schedule, so that no two runs of one overlap, even if the first was abandoned and goes
 * on, or lost its lock because its process was suspended. The lease is kept until the run has really ended, for at most two
 * minutes after it was aborted, and ends 30 s after its process has. Throws NoPlace while another run has it, and the tick
 * is retried. A run whose lease was lost, or could not be renewed in time, is aborted by `signal`; its further writes fail
 * by this process's clock, and its transactions by the number of the lease in the store.
 */
export async function underScheduleLease<T>(
  name: string,
  controller: AbortController,
  run: () => Promise<T>,
): Promise<T> {
  let renewedAt = performance.now();
  const lease = await takeFencedLease(`schedule:${name}`, LEASE_MS);
  if (!lease) throw new NoPlace(`the schedule ${name}`, AGAIN_MS * (0.5 + Math.random()));
  const renewal = setInterval(() => void renew(), RENEW_MS);
  const { signal } = controller;
  let abortedAt = signal.aborted ? performance.now() : undefined;
  signal.addEventListener("abort", () => (abortedAt = performance.now()), { once: true });
  const lose = (): void => {
    clearInterval(renewal);
    controller.abort(new LeaseLost(name));
  };
  const renew = async (): Promise<void> => {
    const requestedAt = performance.now();
    try {
      if (abortedAt !== undefined && performance.now() - abortedAt > ABORT_TIMEOUT_MS) return clearInterval(renewal);
      if (!(await renewFencedLease(lease, LEASE_MS))) return lose();
      renewedAt = requestedAt;
    } catch (error) {
      log.warn({ job: name, err: error }, "the lease of a schedule is not renewed yet");
      // Another run may begin soon, so this one is aborted before.
      if (performance.now() - renewedAt > LEASE_MS - RENEW_MS) lose();
    }
  };
  const fence: Fence = {
    check: () => {
      if (performance.now() - renewedAt > SURE_MS) throw new LeaseLost(name);
    },
    hold: async () => {
      if (!(await holdFencedLease(lease))) throw new LeaseLost(name);
    },
  };
  try {
    return await withContext({ requestId: lease.name, language: currentLanguage(), ...currentContext(), fence }, run);
  } finally {
    clearInterval(renewal);
    await releaseFencedLease(lease).catch((error: unknown) => log.debug({ job: name, err: error }, "a lease runs out"));
  }
}

/** The lease was not renewed in time, as the process was suspended or the store away, and another run may have begun. */
class LeaseLost extends Error {
  constructor(name: string) {
    super(`another run of ${name} may have begun`);
    this.name = "LeaseLost";
  }
}
