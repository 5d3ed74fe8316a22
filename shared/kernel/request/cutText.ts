/** A character of more UTF-16 units than this, all marks, may be split. */
const LONGEST_CHARACTER = 64;
const characters = new Intl.Segmenter("und", { granularity: "grapheme" });

/** At most `max` UTF-16 units of a text, cut between two characters as a reader sees them. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = characters.segment(text.slice(0, max + LONGEST_CHARACTER)).containing(max)?.index ?? 0;
  if (start >= max - LONGEST_CHARACTER && start > 0) return text.slice(0, start);
  const isSplit = /[\ud800-\udbff]/.test(text[max - 1] ?? "");
  return text.slice(0, isSplit ? max - 1 : max);
}
