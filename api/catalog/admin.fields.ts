import { z } from "zod";
import { longOf } from "#api/http/fields.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";

/** Shared fields of the operators' catalog endpoints. */
/** 0 enabled, 1 disabled. */
export const Status = longOf(Object.values(EnabledStatus));
/** A sort key, ascending. */
export const Sort = z.number().int().min(0).max(1_000_000);
/** An optional text: "" and null clear it, a missing field leaves it unchanged. */
export const emptiable = <S extends z.ZodType<string>>(schema: S) =>
  z.preprocess((value) => (value === null ? "" : value), schema.optional());
