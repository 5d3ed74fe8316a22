import { z } from "zod";

/** An id that the service assigned: a positive safe integer. */
export const Id = z
  .number()
  .int({ abort: true })
  .positive({ abort: true })
  .max(Number.MAX_SAFE_INTEGER, { abort: true });
