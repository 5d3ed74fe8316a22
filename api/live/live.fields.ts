import { z } from "zod";
import { longOf } from "#api/http/fields.js";
import { LiveStatus, YesOrNo } from "#shared/domains/live/live.states.js";

/** Shared fields of the endpoints of lives. */
/** 0 not started, 1 live, 2 ended. */
export const Status = longOf(Object.values(LiveStatus));
/** 0 no, 1 yes. */
export const Flag = longOf(Object.values(YesOrNo));
/** A sort key, ascending. */
export const Sort = z.number().int().min(0).max(1_000_000);
/** A count shown with a live. */
export const Times = z.number().int().min(0).max(1_000_000_000);
