import { z } from "zod";
import { longOf } from "#api/http/fields.js";

/** What the endpoints of lives have in common. */
/** 0 not started, 1 live, 2 ended. */
export const Status = longOf([0, 1, 2]);
/** 0 no, 1 yes. */
export const YesOrNo = longOf([0, 1]);
/** A sort key, small first. */
export const Sort = z.number().int().min(0).max(1_000_000);
/** A number shown beside a live. */
export const Times = z.number().int().min(0).max(1_000_000_000);
