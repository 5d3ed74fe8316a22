import { z } from "zod";
import { parseJson } from "#shared/kernel/http/decoding.js";
import { md5, safeEqual } from "#shared/kernel/security/digests.js";
import { clock } from "#shared/kernel/time/clock.js";

/** The error that a product throws, with the reason, for a callback that must change nothing. */
type Refused = new (reason: string) => Error;

const Signed = z.object({ sign: z.string(), t: z.coerce.number().int() });

/**
 * Checks the signature of a callback of live streaming or VOD, which is JSON, and returns its text. sign = md5(callback key
 * + t), t = epoch seconds of its expiry; without a key nothing is accepted. Throws a Refusal.
 */
export function verifiedCallback(rawBody: Buffer, key: string, Refusal: Refused): string {
  const text = rawBody.toString("utf8");
  const parsed = Signed.safeParse(parseJson(text));
  if (!parsed.success) throw new Refusal("sign or t is missing");
  const { sign, t } = parsed.data;
  if (key === "" || !safeEqual(sign.toLowerCase(), md5(`${key}${t}`))) throw new Refusal("the signature does not hold");
  if (t * 1_000 < clock.ms()) throw new Refusal("the signature has expired");
  return text;
}

/** The part of a callback that the schema describes. Throws a Refusal for an unexpected format. */
export function parseCallback<S extends z.ZodType>(schema: S, event: unknown, Refusal: Refused): z.output<S> {
  const parsed = schema.safeParse(event);
  if (!parsed.success) throw new Refusal(`a callback of another form: ${parsed.error.issues[0]?.message}`);
  return parsed.data;
}

/** A text that the provider may omit; then "". */
export const Text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

/** Only a web address, as browsers show it; else "". */
export const Address = Text.transform((value) => (/^https?:\/\/[^\s"'<>\\]{1,2000}$/.test(value) ? value : ""));
