import { seconds } from "#shared/kernel/time/clock.js";
import { NoPlace } from "#shared/kernel/queue/bulkhead.js";
import { newOwner, releaseLease, takeLease } from "#shared/kernel/mongo/leases.js";
import { log } from "#shared/kernel/observability/log.js";
import { currentContext, currentLanguage, withContext } from "#shared/kernel/request/context.js";

const LEASE_MS = seconds(30);
const RENEW_MS = seconds(10);
/** A write that is begun then has come to the store before the lease is another's. */
const SURE_MS = LEASE_MS - seconds(3);
/** So long a run that was told to end, and does not, keeps others out; it may hang for ever. */
const TOLD_MS = seconds(120);
/** A forerunner that was given up, or whose process stood still, may take a while yet. */
const AGAIN_MS = seconds(10);

/**
 * Runs a tick while it has the lease of its schedule: no two runs of one overlap, not even when the first was given up and
 * goes on, or lost its lock because its process stood still. The lease is kept until the run has really ended, for two
 * minutes after it was told to at most, and is lost 30 s after its process has. NoPlace while another run has it; the tick comes back. A run whose lease was lost to
 * another one, or could not be renewed in time, is told to end by `signal`; what it does all the same writes nothing.
 */
export async function underScheduleLease<T>(
  name: string,
  controller: AbortController,
  run: () => Promise<T>,
): Promise<T> {
  const lease = `schedule:${name}`;
  const owner = newOwner();
  let renewedAt = performance.now();
  if (!(await takeLease(lease, LEASE_MS, owner)))
    throw new NoPlace(`the schedule ${name}`, AGAIN_MS * (0.5 + Math.random()));
  const renewal = setInterval(() => void renew(), RENEW_MS);
  const { signal } = controller;
  let toldAt = signal.aborted ? performance.now() : undefined;
  signal.addEventListener("abort", () => (toldAt = performance.now()), { once: true });
  const lose = (): void => {
    clearInterval(renewal);
    controller.abort(new LeaseLost(name));
  };
  const renew = async (): Promise<void> => {
    const askedAt = performance.now();
    try {
      if (toldAt !== undefined && performance.now() - toldAt > TOLD_MS) return clearInterval(renewal);
      if (!(await takeLease(lease, LEASE_MS, owner))) return lose();
      renewedAt = askedAt;
    } catch (error) {
      log.warn({ job: name, err: error }, "the lease of a schedule is not renewed yet");
      // Another run may begin in a moment: this one ends before it.
      if (performance.now() - renewedAt > LEASE_MS - RENEW_MS) lose();
    }
  };
  const fence = (): void => {
    if (performance.now() - renewedAt > SURE_MS) throw new LeaseLost(name);
  };
  try {
    return await withContext({ requestId: lease, language: currentLanguage(), ...currentContext(), fence }, run);
  } finally {
    clearInterval(renewal);
    await releaseLease(lease, owner).catch((error: unknown) =>
      log.debug({ job: name, err: error }, "a lease runs out"),
    );
  }
}

/** Its process stood still, or the store did not answer, for as long as the lease, and another run may begin. */
class LeaseLost extends Error {
  constructor(name: string) {
    super(`another run of ${name} may have begun`);
    this.name = "LeaseLost";
  }
}
