import { z } from "zod";

/** A text that the provider may omit; then "". */
export const Text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

/** Only a web address, as browsers show it; else "". */
export const Address = Text.transform((value) => (/^https?:\/\/[^\s"'<>\\]{1,2000}$/.test(value) ? value : ""));
