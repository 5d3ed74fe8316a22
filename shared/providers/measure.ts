/** The texts that we give to providers, in their measure: the one place that cuts and cleans them (rules: Measures). */

/** bytes: of UTF-8. characters: as Java and JavaScript count them, so that an emoji is two or more. */
type Unit = "bytes" | "characters";

interface Measure {
  most: number;
  unit: Unit;
  /** What the provider refuses: a space stands for it. */
  without?: RegExp;
}

/** The table in rules (Measures) has the source of each. */
export const measures = {
  wechatpayDescription: { most: 127, unit: "bytes" },
  wechatpayReason: { most: 80, unit: "bytes" },
  alipaySubject: { most: 256, unit: "characters", without: /[/=&]/g },
  alipayReason: { most: 256, unit: "characters" },
  mailSubject: { most: 200, unit: "characters" },
} as const satisfies Record<string, Measure>;

/** Controls, ends of lines and back-ticks: they break a line of a provider's statement, or a header of a mail. */
const BREAKING = /[\p{Cc}\p{Zl}\p{Zp}`]/gu;
/** Halves of characters, byte order marks, and orders to write in another direction, which turn round what follows. */
const UNSEEN = /[\uFEFF\uFFFD\u200E\u200F\u202A-\u202E\u2066-\u2069\p{Surrogate}]/gu;

/**
 * A text in a provider's measure, in one line, cut between whole characters as readers see them (an emoji of several code
 * points, a letter with its marks). "" when nothing is left, or there was nothing.
 */
export function measured(text: string, measure: Measure): string {
  const plain = text.replace(UNSEEN, "").replace(BREAKING, " ").normalize("NFC");
  const allowed = measure.without ? plain.replace(measure.without, " ") : plain;
  return cutTo(allowed.replace(/\s+/g, " ").trim(), measure).trimEnd();
}

const graphemes = new Intl.Segmenter("zh", { granularity: "grapheme" });

/** The beginning of a text that is no longer than this; of a single character that is longer, what fits of it. */
export function cutTo(text: string, { most, unit }: Pick<Measure, "most" | "unit">): string {
  if (sizeOf(text, unit) <= most) return text;
  // A code unit is a byte or more, so that nothing behind this is part of the result.
  const begin = text.slice(0, most * 2);
  const whole = firstOf(
    Array.from(graphemes.segment(begin), ({ segment }) => segment),
    { most, unit },
  );
  return whole === "" ? firstOf([...begin], { most, unit }) : whole;
}

function firstOf(parts: readonly string[], { most, unit }: Pick<Measure, "most" | "unit">): string {
  let size = 0;
  let kept = "";
  for (const part of parts) {
    size += sizeOf(part, unit);
    if (size > most) break;
    kept += part;
  }
  return kept;
}

const sizeOf = (text: string, unit: Unit): number => (unit === "bytes" ? Buffer.byteLength(text) : text.length);
