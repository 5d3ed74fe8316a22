/** What a scenario is: a named course of events that the sandbox plays for the next object, or for a named one. */
import { z } from "zod";
import type { CallbackPlans } from "../callbackPlans.js";
import type { ExpressSide } from "../express/express.js";
import type { Faults } from "../faults.js";
import type { PayChannel } from "../pay/channel.js";

interface Texts {
  en: string;
  zh: string;
}

/** What the scenarios act on. */
export interface Stage {
  channels: readonly PayChannel[];
  express: ExpressSide;
  faults: Faults;
  plans: CallbackPlans;
  now: () => number;
}

/** Goes on with an armed scenario after a call of the shop; true once it has nothing more to do. */
export type Watch = () => Promise<boolean>;

export interface Scenario {
  name: string;
  title: Texts;
  what: Texts;
  /** The fields that it takes. Every one may be left out. */
  takes: z.ZodObject;
  /** @returns what is left to do; nothing where a fault or a plan of callbacks does it all */
  arm(stage: Stage, given: unknown): Watch | undefined;
}

/** A scenario whose fields are checked by its own schema, and typed. */
export function scenario<T extends z.ZodRawShape>(
  name: string,
  texts: { title: Texts; what: Texts },
  takes: T,
  arm: (stage: Stage, given: z.output<z.ZodObject<T>>) => Watch | undefined,
): Scenario {
  const schema = z.strictObject(takes);
  return { name, ...texts, takes: schema, arm: (stage, given) => arm(stage, given as z.output<z.ZodObject<T>>) };
}

/** The number of the object; without one it is the next. */
export const No = z.string().min(1).max(64).optional();
export const Times = z.int().min(2).max(500).default(2);
export const Count = z.int().min(1).max(1_000_000).default(1);

/**
 * The object that a scenario is about: the named one, or the first that was made since. It stays the same from the first
 * call on.
 */
export function subject<T extends { no: string; createdAt: number }>(
  no: string | undefined,
  list: () => readonly T[],
): () => T | undefined {
  const known = new Set(list().map((one) => one.no));
  let bound = no;
  return () => {
    // Newest first.
    bound ??= list().findLast((one) => !known.has(one.no))?.no;
    return bound === undefined ? undefined : list().find((one) => one.no === bound);
  };
}
