import { z } from "zod";
import { longOf } from "#api/http/fields.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";

/** What the operators' endpoints of the catalog have in common. */
/** 0 enabled, 1 disabled. */
export const Status = longOf(Object.values(EnabledStatus));
/** A sort key, small first. */
export const Sort = z.number().int().min(0).max(1_000_000);
/** A text that may be left out; "" and null empty it, where absent leaves it as it is. */
export const emptiable = <S extends z.ZodType<string>>(schema: S) =>
  z.preprocess((value) => (value === null ? "" : value), schema.optional());
