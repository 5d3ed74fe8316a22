import { z } from "zod";
import { seconds } from "#shared/kernel/time/clock.js";
import { once } from "#shared/kernel/queue/repeats.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/** Ends a group at its deadline. Idempotent: only a group that is still open ends, by a guarded write. */
export const expireGroupJob = defineJob({
  name: "activity.expireGroup",
  queue: "order-timeout",
  v: 1,
  payload: z.object({ groupId: Id }),
  key: (p) => `group-${p.groupId}`,
  ignoresRepeats: once("a group is opened once, and its end does not move"),
  about: ({ groupId }) => ({ groupId }),
  maxRunMs: seconds(10),
});

/** Ends every group and bargain whose time is over. Idempotent: each ends by a guarded write. */
export const endDueActivitiesJob = defineJob({
  name: "activity.endDue",
  queue: "order-timeout",
  v: 1,
  payload: z.object({}),
  maxRunMs: seconds(60),
});
