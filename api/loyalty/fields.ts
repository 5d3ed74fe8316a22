import { z } from "zod";

/** A whole number in an answer. */
export const int = z.number().int();
