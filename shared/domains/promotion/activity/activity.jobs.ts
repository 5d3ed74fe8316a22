import { z } from "zod";
import { seconds } from "#shared/kernel/time/clock.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/** A group's time is over. Twice is harmless: only a group that is still open ends, by a guarded write. */
export const expireGroupJob = defineJob({
  name: "activity.expireGroup",
  queue: "order-timeout",
  v: 1,
  payload: z.object({ groupId: Id }),
  key: (p) => `group-${p.groupId}`,
  about: ({ groupId }) => ({ groupId }),
  maxRunMs: seconds(10),
});

/** Ends every group and bargaining whose time is over. Twice is harmless: each ends by a guarded write. */
export const endDueActivitiesJob = defineJob({
  name: "activity.endDue",
  queue: "order-timeout",
  v: 1,
  payload: z.object({}),
  maxRunMs: seconds(60),
});
