import { z } from "zod";
import { defineEvent } from "#shared/platform/events.js";
import { Id } from "#shared/platform/schemas.js";

/** A member joined, by whatever way. */
export const memberCreated = defineEvent("member.created", z.object({ memberId: Id }));
