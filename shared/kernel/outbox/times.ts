import { clock, minutes, seconds } from "../time/clock.js";
import { config } from "../config/config.js";
import type { OutboxRow } from "./row.js";

/** What is due later stays in MongoDB alone: a timer of two weeks takes no memory of Redis, and is not lost with it. */
export const HORIZON_MS = minutes(5);
/** A fresh row is left to the process that wrote it, and most have ended by then. */
export const FRESH_MS = seconds(3);
const RAREST_MS = minutes(10);

/** How a row begins that is due then. */
export function beginning(dueAt: Date): Pick<OutboxRow, "state" | "looks"> & { nextLookAt: Date } {
  const isFar = dueAt.getTime() - clock.ms() > HORIZON_MS;
  return {
    state: isFar ? "held" : "waiting",
    nextLookAt: isFar ? new Date(dueAt.getTime() - HORIZON_MS) : clock.after(FRESH_MS),
    looks: 0,
  };
}

/** Looks come at full seconds times this, so that what is marked together gets the same. */
const APART_MS = seconds(5);
const apart = (ms: number): Date => new Date(Math.ceil(ms / APART_MS) * APART_MS);

/** When the absence of a relayed row in Redis would be a fault. */
export const lookAfterRelay = (dueAt: Date): Date =>
  apart(Math.max(dueAt.getTime(), clock.ms()) + seconds(config.OUTBOX_HEAL_SECONDS));

/** No row that Redis knows is looked at later than this. */
export const latestLook = (): Date =>
  clock.after(Math.max(RAREST_MS, HORIZON_MS + seconds(config.OUTBOX_HEAL_SECONDS)) + APART_MS);

/** A row that Redis still knew, `looks` times before: twice as long each time. A Redis that lost all is noticed otherwise. */
export const lookAgain = (looks: number): Date =>
  apart(clock.ms() + Math.min(seconds(config.OUTBOX_HEAL_SECONDS) * 2 ** Math.min(looks, 20), RAREST_MS));
