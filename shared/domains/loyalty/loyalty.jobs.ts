import { z } from "zod";
import { seconds } from "#shared/kernel/time/clock.js";
import { once } from "#shared/kernel/queue/repeats.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/**
 * Gives a new member the level that needs no experience. Idempotent: the guarded write only matches a member without a
 * level.
 */
export const welcomeMemberJob = defineJob({
  name: "loyalty.welcomeMember",
  queue: "trade",
  v: 1,
  payload: z.object({ memberId: Id }),
  key: (p) => `welcome-${p.memberId}`,
  ignoresRepeats: once("a member is created once"),
  about: (p) => ({ memberId: p.memberId }),
  maxRunMs: seconds(10),
});
