import { z } from "zod";
import { defineEvent } from "#shared/kernel/queue/events.js";
import { Id } from "#shared/kernel/request/schemas.js";

/** A group-buy's time is over and its group was not full: each of these paid orders is to be refunded in full. */
export const activityGroupFailed = defineEvent("activity.groupFailed", z.object({ orderIds: z.array(Id) }));
