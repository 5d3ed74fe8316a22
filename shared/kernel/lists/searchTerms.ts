/**
 * Search without text indexes (rules: Catalog and prices): a name is stored with its terms in a multikey index, and a
 * search text matches the names that have all of its terms. Both are folded first: width, case, marks of Latin, Greek and
 * Cyrillic letters, and traditional Han characters make no difference.
 */
import { createRequire } from "node:module";
import { Converter } from "opencc-js/t2cn";

/** Runs of Han characters, or of any other letters and digits. */
const runs = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}])+/gu;
const han = /\p{Script=Han}/u;
const marks = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;
/** The parts of a run: its letters, and its digits. */
const letterOrDigitRuns = /\p{N}+|\P{N}+/gu;

/** A part of a word is found from this many characters on; its beginning, and that of a number in it, from the first. */
const SHORTEST_PART = 3;
/** The longest stored term. */
const LONGEST = 12;
/** Of longer runs only the beginning is found. */
const MOST_OF_RUN = 40;
const MOST_INITIALS = 6;
const MOST_IN_KEYWORD = 10;

/** Loaded at first use: a dictionary of half a megabyte, for processes that meet a Han name. */
let loaded: typeof import("pinyin-pro") | undefined;
const dictionary = (): typeof import("pinyin-pro") =>
  (loaded ??= createRequire(import.meta.url)("pinyin-pro") as typeof import("pinyin-pro"));

// By character: by phrase, the same character could become two in a name and in a part of it.
const simplify = Converter({ from: "t", to: "cn" });
const simplified = new Map<string, string>();

function simplifiedOf(character: string): string {
  const known = simplified.get(character) ?? simplify(character);
  simplified.set(character, known);
  return known;
}

function runsOf(text: string): string[][] {
  const folded = text.normalize("NFKD").replace(marks, "").normalize("NFKC").toLowerCase();
  return (folded.match(runs) ?? []).map((run) => {
    const characters = [...run].slice(0, MOST_OF_RUN);
    return isHan(characters) ? characters.map(simplifiedOf) : characters;
  });
}

const isHan = (run: readonly string[]): boolean => han.test(run[0] ?? "");
const pairsOf = (run: readonly string[]): string[] => run.slice(1).map((character, at) => `${run[at]}${character}`);

/** All search terms of a name. */
export function termsOfName(name: string): string[] {
  const terms = new Set<string>();
  for (const run of runsOf(name)) for (const term of isHan(run) ? hanTerms(run) : wordTerms(run)) terms.add(term);
  return [...terms];
}

/** Beginnings of the word and of the letters and digits in it, and the parts of three characters and more. */
function* wordTerms(word: readonly string[]): Generator<string> {
  const starts = new Set<number>();
  let at = 0;
  for (const run of word.join("").match(letterOrDigitRuns) ?? []) {
    starts.add(at);
    at += [...run].length;
  }
  for (let from = 0; from < word.length; from++)
    yield* beginnings(word.slice(from), starts.has(from) ? 1 : SHORTEST_PART);
}

function* beginnings(run: readonly string[], shortest: number, longest = LONGEST): Generator<string> {
  for (let end = shortest; end <= Math.min(run.length, longest); end++) yield run.slice(0, end).join("");
}

/** Characters, pairs, and from each character on the beginnings of the pinyin and of its initials. */
function* hanTerms(run: readonly string[]): Generator<string> {
  yield* run;
  yield* pairsOf(run);
  const syllables = dictionary().pinyin(run.join(""), { toneType: "none", type: "array", v: true, nonZh: "removed" });
  const initials = syllables.map((syllable) => syllable.charAt(0));
  for (const [at, syllable] of syllables.entries()) {
    yield syllable;
    yield* beginnings([...syllables.slice(at).join("")], SHORTEST_PART);
    yield* beginnings(initials.slice(at), 2, MOST_INITIALS);
  }
}

/** The terms of a search text, ten at most; [] for one without letters and digits. */
export function termsOfKeyword(keyword: string): string[] {
  const terms = new Set<string>();
  for (const run of runsOf(keyword)) {
    if (isHan(run)) for (const term of run.length === 1 ? run : pairsOf(run)) terms.add(term);
    else {
      terms.add(run.slice(0, LONGEST).join(""));
      if (run.length > LONGEST) terms.add(run.slice(-LONGEST).join(""));
    }
  }
  return [...terms].slice(0, MOST_IN_KEYWORD);
}

/** The condition of a field with terms for a search text; one without letters and digits finds nothing. */
export function byWords(keyword: string): { $all: string[] } | { $in: string[] } {
  const terms = termsOfKeyword(keyword);
  // One term not by $all, for which the embedded store uses no index.
  return terms.length > 1 ? { $all: terms } : { $in: terms };
}
