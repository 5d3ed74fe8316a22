import { z } from "zod";
import { defineEvent } from "#shared/kernel/queue/events.js";
import { Id } from "#shared/kernel/request/schemas.js";

/** A member gave the account up; what belonged to it is gone with the same transaction. */
export const memberLoggedOff = defineEvent("member.loggedOff", z.object({ memberId: Id }), { once: true });

/** A member joined, by whatever way. */
export const memberCreated = defineEvent("member.created", z.object({ memberId: Id }), { once: true });
