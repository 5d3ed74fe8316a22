import { z } from "zod";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { once } from "#shared/kernel/queue/repeats.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { minutes } from "#shared/kernel/time/clock.js";

/**
 * Moves what a merged member owns to the other one, or what came to it since the round before. Running it twice is
 * harmless: each of its writes is guarded by the old owner, so that a second run goes on where the first ended.
 */
export const mergeMemberJob = defineJob({
  name: "account.mergeMember",
  queue: "trade",
  v: 1,
  payload: z.object({ memberId: Id, intoMemberId: Id, round: z.number().int().min(0) }),
  key: ({ memberId, round }) => `${memberId}-${round}`,
  ignoresRepeats: once("a round of a member is enqueued by the sign-in or by the end of the round before"),
  about: ({ memberId, intoMemberId }) => ({ memberId: [memberId, intoMemberId] }),
  maxRunMs: minutes(10),
});
