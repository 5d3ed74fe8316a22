import { DateTime } from "luxon";

/** "88.88" is 8888 fen; exact, never through a float. Undefined for anything else. */
export function fenOf(yuanText: string): number | undefined {
  const match = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(yuanText);
  if (!match) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

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
