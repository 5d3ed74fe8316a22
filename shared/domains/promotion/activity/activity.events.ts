import { z } from "zod";
import { defineEvent } from "#shared/kernel/queue/events.js";
import { Id } from "#shared/kernel/request/schemas.js";

/** A group was not full in time: each of these paid orders must be refunded in full. */
export const activityGroupFailed = defineEvent("activity.groupFailed", z.object({ orderIds: z.array(Id) }));
