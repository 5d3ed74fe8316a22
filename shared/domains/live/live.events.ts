import { z } from "zod";
import { defineEvent } from "#shared/kernel/queue/events.js";
import { Id } from "#shared/kernel/request/schemas.js";

/** A live was announced; its chat group has an id and is yet to be made. */
export const liveCreated = defineEvent("live.liveCreated", z.object({ liveId: Id }));
/** A live ended, by its host, an operator or the end of its stream. */
export const liveEnded = defineEvent("live.liveEnded", z.object({ liveId: Id }));
/** A live was deleted, with all that belongs to it. */
export const liveDeleted = defineEvent("live.liveDeleted", z.object({ liveId: Id }));
