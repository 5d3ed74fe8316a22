import { clock, minutes, seconds } from "../time/clock.js";
import { config } from "../config/config.js";
import type { OutboxRow } from "./row.js";

/** Jobs due later stay in MongoDB alone: a timer of two weeks takes no memory of Redis, and is not lost with it. */
export const HORIZON_MS = minutes(5);
/** How long a fresh row is left to the process that wrote it; most have ended by then. */
export const FRESH_MS = seconds(3);
const RAREST_MS = minutes(10);

/** The first state and look of a row that is due then. */
export function beginning(dueAt: Date): Pick<OutboxRow, "state" | "looks"> & { nextLookAt: Date } {
  const isFar = dueAt.getTime() - clock.ms() > HORIZON_MS;
  return {
    state: isFar ? "held" : "waiting",
    nextLookAt: isFar ? new Date(dueAt.getTime() - HORIZON_MS) : clock.after(FRESH_MS),
    looks: 0,
  };
}

/** Look times are rounded up to this, so that rows marked together get the same. */
const STEP_MS = seconds(5);
const roundUp = (ms: number): Date => new Date(Math.ceil(ms / STEP_MS) * STEP_MS);

/** When a relayed row that Redis does not know counts as lost. */
export const lookAfterRelay = (dueAt: Date): Date =>
  roundUp(Math.max(dueAt.getTime(), clock.ms()) + seconds(config.OUTBOX_HEAL_SECONDS));

/** The latest time at which a relayed row can have its next look. */
export const latestLook = (): Date =>
  clock.after(Math.max(RAREST_MS, HORIZON_MS + seconds(config.OUTBOX_HEAL_SECONDS)) + STEP_MS);

/** Next look at a row that Redis knew `looks` times: the pause doubles, as a Redis that lost all is noticed otherwise. */
export const lookAgain = (looks: number): Date =>
  roundUp(clock.ms() + Math.min(seconds(config.OUTBOX_HEAL_SECONDS) * 2 ** Math.min(looks, 20), RAREST_MS));
