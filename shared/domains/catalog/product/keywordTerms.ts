/**
 * Name search without text indexes (rules: Catalog and prices): a name is stored with its terms in a multikey index,
 * and a keyword matches names with all of its terms. A term is a prefix of a lower-cased word, a Han character or a
 * pair of them.
 */

/** Runs of Han characters, or of any other letters and digits. */
const runs = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}])+/gu;
const han = /^\p{Script=Han}/u;
/** The longest stored prefix of a word; longer ones in a search are cut. */
const LONGEST = 20;
const MOST_IN_KEYWORD = 10;

function runsOf(text: string): string[][] {
  return (text.normalize("NFKC").toLowerCase().match(runs) ?? []).map((run) => [...run]);
}

const isHan = (run: string[]): boolean => han.test(run[0] ?? "");
const pairsOf = (run: string[]): string[] => run.slice(1).map((character, index) => `${run[index]}${character}`);

/** All search terms of a name. */
export function termsOfName(name: string): string[] {
  const terms = new Set<string>();
  for (const run of runsOf(name)) {
    if (isHan(run)) for (const term of [...run, ...pairsOf(run)]) terms.add(term);
    else for (let end = 1; end <= Math.min(run.length, LONGEST); end++) terms.add(run.slice(0, end).join(""));
  }
  return [...terms];
}

/** The terms of a keyword, ten at most; [] for a keyword without letters and digits. */
export function termsOfKeyword(keyword: string): string[] {
  const terms = new Set<string>();
  for (const run of runsOf(keyword)) {
    if (!isHan(run)) terms.add(run.slice(0, LONGEST).join(""));
    else for (const term of run.length === 1 ? run : pairsOf(run)) terms.add(term);
  }
  return [...terms].slice(0, MOST_IN_KEYWORD);
}
