import { z } from "zod";
import { whyActNames, whyStates } from "#shared/domains/operations/index.js";

/** Why something stands where it stands. */
export const WhyView = z.object({
  /**
   * done: nothing is left to do; runs: it goes on now; waits: it goes on by itself; stands: it goes on once somebody of
   * the shop acts; failed: it has ended without success.
   */
  state: z.enum(whyStates),
  /** One sentence in each language; times in it are ISO 8601. */
  sentence: z.object({ en: z.string(), zh: z.string() }),
  /** What helps. */
  acts: z.array(
    z.object({
      act: z.enum(whyActNames),
      /** Of what is acted on; a queue's name. */
      id: z.union([z.number(), z.string()]),
      /** Whether this operator may. */
      may: z.boolean(),
    }),
  ),
});
