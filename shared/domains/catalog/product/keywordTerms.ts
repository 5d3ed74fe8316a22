/**
 * Name search without text indexes (rules: Catalog and prices): a name is stored with its terms in a multikey index, a keyword asks for
 * all of its own terms. A term is the beginning of a lower-cased word, a Han character or two Han characters in a row.
 */

/** Runs of Han characters, or of any other letters and digits. */
const runs = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}])+/gu;
const han = /^\p{Script=Han}/u;
/** Beginnings of words are stored up to this length, and asked for no longer. */
const LONGEST = 20;
const MOST_ASKED = 10;

function runsOf(text: string): string[][] {
  return (text.normalize("NFKC").toLowerCase().match(runs) ?? []).map((run) => [...run]);
}

const isHan = (run: string[]): boolean => han.test(run[0] ?? "");
const pairsOf = (run: string[]): string[] => run.slice(1).map((character, index) => `${run[index]}${character}`);

/** Everything that a name can be found by. */
export function termsOfName(name: string): string[] {
  const terms = new Set<string>();
  for (const run of runsOf(name)) {
    if (isHan(run)) for (const term of [...run, ...pairsOf(run)]) terms.add(term);
    else for (let end = 1; end <= Math.min(run.length, LONGEST); end++) terms.add(run.slice(0, end).join(""));
  }
  return [...terms];
}

/** What a keyword asks for, at most ten terms; a keyword without any letter or digit asks for nothing: []. */
export function termsOfKeyword(keyword: string): string[] {
  const terms = new Set<string>();
  for (const run of runsOf(keyword)) {
    if (!isHan(run)) terms.add(run.slice(0, LONGEST).join(""));
    else for (const term of run.length === 1 ? run : pairsOf(run)) terms.add(term);
  }
  return [...terms].slice(0, MOST_ASKED);
}
