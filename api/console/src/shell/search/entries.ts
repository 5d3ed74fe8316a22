import type { Colour } from "../../parts/shown/figures";
import type { Pair } from "../../texts/texts";

/** One line of the search: what it opens, and what is said of it. */
export interface Entry {
  key: string;
  /** In the reader's language, or as the shop has it. */
  title: string;
  second?: string;
  tag?: readonly [words: string, colour: Colour];
  amount?: number | null;
  time?: number;
  to: string;
  /** What was typed is its whole number, id or mobile. */
  exact?: boolean;
}
export interface EntryGroup {
  key: string;
  title: string;
  entries: Entry[];
}

/** Whether each word that was typed is in one of the texts, in either language. */
export function matches(typed: string, texts: readonly (string | Pair)[]): boolean {
  const all = texts.flat().join(" ").toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
