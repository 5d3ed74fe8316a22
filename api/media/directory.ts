import { z } from "zod";
import { optional } from "#api/http/fields.js";

/** The folder below public/ that the operators' files go into. */
export const directory = optional(
  z
    .string()
    .max(100)
    .regex(/^[a-zA-Z0-9_-]+(\/[a-zA-Z0-9_-]+)*$/, "must be names of letters and digits, parted by /"),
);
