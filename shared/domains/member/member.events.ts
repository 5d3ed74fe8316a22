import { z } from "zod";
import { defineEvent } from "#shared/kernel/queue/events.js";
import { Id } from "#shared/kernel/request/schemas.js";

/** A member closed the account; its data was erased in the same transaction. */
export const memberLoggedOff = defineEvent("member.loggedOff", z.object({ memberId: Id }), { once: true });

/** A member was created, in whatever way. */
export const memberCreated = defineEvent("member.created", z.object({ memberId: Id }), { once: true });
