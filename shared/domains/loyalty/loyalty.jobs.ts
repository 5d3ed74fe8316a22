import { z } from "zod";
import { seconds } from "#shared/kernel/time/clock.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/**
 * A new member starts on the level that no experience is needed for. Twice is harmless: the guarded write finds a member
 * without a level once.
 */
export const welcomeMemberJob = defineJob({
  name: "loyalty.welcomeMember",
  queue: "trade",
  v: 1,
  payload: z.object({ memberId: Id }),
  key: (p) => `welcome-${p.memberId}`,
  about: (p) => ({ memberId: p.memberId }),
  maxRunMs: seconds(10),
});
