import { accessSync, constants } from "node:fs";
import { z } from "zod";
import { readRedisAddress, REDIS_FORMS } from "../redis/address.js";

/** Comma-separated text to a list without blanks. */
export const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  );
export const url = z.url().transform((text) => text.replace(/(?<!\/)\/+$/, ""));
export const redis = z.string().refine((text) => readRedisAddress(text) !== undefined, REDIS_FORMS);
/** The path of a file that this process may read. */
export const readable = z.string().refine(isReadable, "is no file that can be read");
export const port = z.coerce.number().int().min(0).max(65535);
export const positive = z.coerce.number().int().positive();
export const natural = z.coerce.number().int().min(0);
/** A PEM as it is, or as base64 of a PEM (env files do not like newlines). */
export const pem = z
  .string()
  .default("")
  .transform((text) =>
    text === "" || text.includes("-----BEGIN") ? text : Buffer.from(text, "base64").toString("utf8"),
  );

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
