import { DateTime } from "luxon";

const ZONE = "Asia/Shanghai";
const FORMAT = "yyyy-MM-dd HH:mm:ss";

/** The provider's times are texts in Asia/Shanghai. */
export const providerTime = (at: Date): string => DateTime.fromJSDate(at, { zone: ZONE }).toFormat(FORMAT);

/** Parses the provider's times, some of which have fractions of a second. Undefined for any other text. */
export function timeOf(text: string | undefined): Date | undefined {
  if (!text) return undefined;
  const at = DateTime.fromFormat(text.slice(0, 19), FORMAT, { zone: ZONE });
  return at.isValid ? at.toJSDate() : undefined;
}
