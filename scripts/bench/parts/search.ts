import { pinyin } from "pinyin-pro";
import { openBranch, type Branch } from "../branch.js";
import type { Deployment } from "../deployment.js";
import { percentile } from "../figures.js";
import { p50, p99 } from "../load.js";
import type { Pace } from "../pace.js";
import { runReporter } from "../reporter.js";
import { makeMembers } from "../shoppers.js";
import { measure, rowOf } from "../sideBySide.js";
import { over, short, type Table } from "../tables.js";
import { adjectives, nounOf, NOUNS } from "../words.js";

const CLIENTS = 4;
const FEW = 1_000;
const MANY = 100_000;
type Round = Awaited<ReturnType<typeof measure>>;
/** The first round of a search, in which most of what it reads is read anew, and the others. */
interface Taken {
  first: Round;
  rounds: Round[];
}
type Search = Record<string, unknown>;
interface Places {
  seconds: number;
  categoryIds: number[];
  brandIds: number[];
}

/** The pinyin of a name, or its initials. */
const pinyinOf = (han: string, isWhole: boolean): string =>
  pinyin(han, { toneType: "none", type: "array", v: true, ...(isWhole ? {} : { pattern: "first" }) }).join("");

/** Shoppers' searches; no two in a row are the same, so that cached pages answer few of them. */
function searchesOf({ categoryIds, brandIds }: Places): Record<string, (turn: number) => Search> {
  const word = (turn: number): string => nounOf(turn % NOUNS)[turn % 2 === 0 ? "han" : "latin"];
  const page = (turn: number, pages: number): Search => ({ pageNo: 1 + (turn % pages), pageSize: 10 });
  return {
    keyword: (turn) => ({ ...page(turn >> 1, 3), keyword: word(turn) }),
    "a part of a word": (turn) => ({
      ...page(turn >> 1, 3),
      keyword: nounOf(turn % NOUNS).latin.slice(1),
    }),
    pinyin: (turn) => ({ ...page(turn >> 1, 3), keyword: pinyinOf(nounOf(turn % NOUNS).han, true) }),
    // A twentieth of the products have it.
    "a common word": (turn) => ({ ...page(turn >> 1, 3), keyword: adjectives[turn % adjectives.length] }),
    // Nouns share them: some find six times as many products as a word does, which is what a common word finds.
    initials: (turn) => ({ ...page(turn >> 1, 3), keyword: pinyinOf(nounOf(turn % NOUNS).han, false) }),
    "a common word, sorted": (turn) => ({
      ...page(turn >> 1, 20),
      keyword: adjectives[turn % adjectives.length],
      sortField: turn % 4 < 2 ? "price" : "createTime",
      sortAsc: turn % 2 === 0,
    }),
    "two words, by sales": (turn) => ({
      ...page(0, 1),
      keyword: `${adjectives[(turn * 3) % adjectives.length]!} ${nounOf(turn % NOUNS).latin}`,
      sortField: "salesCount",
    }),
    "category, by price": (turn) => ({
      ...page(turn >> 1, 5),
      categoryId: categoryIds[turn % categoryIds.length],
      sortField: "price",
      sortAsc: turn % 2 === 0,
    }),
    "keyword, brand, new, by price": (turn) => ({
      ...page(0, 1),
      keyword: word(turn),
      brandId: brandIds[(turn * 7) % brandIds.length],
      isNew: true,
      sortField: "price",
      sortAsc: true,
    }),
  };
}

/** What is to cost as much as a word, and the word that finds as many. */
const ofWords = [
  ["a part of a word", "keyword"],
  ["pinyin", "keyword"],
  ["initials", "a common word"],
] as const;

/** The product page with few products and with many, in an otherwise idle shop. */
export async function benchSearch(deployment: Deployment, pace: Pace): Promise<Table> {
  const branch = await openBranch(deployment, "search");
  try {
    const members = await makeMembers(branch, CLIENTS);
    const tokens = members.map(({ token }) => token);
    const many = Math.max(pace.products ?? MANY, FEW);
    const remarks: string[] = [];
    const taken = new Map<string, Taken>();
    let filled = 0;
    let places: Places | undefined;
    for (const products of many > FEW ? [FEW, many] : [FEW]) {
      places = await runReporter<Places>(branch, "scripts/bench/programs/fillCatalog.js", [`${filled}`, `${products}`]);
      remarks.push(
        `${products.toLocaleString("en")} products: ${products - filled} written in ${places.seconds.toFixed(1)} s`,
      );
      filled = products;
      for (const [name, search] of Object.entries(searchesOf(places)))
        taken.set(`${name} ${products}`, await roundsOf(branch, tokens, pace, search));
      remarks.push(`${products.toLocaleString("en")} products: ${await sizesOf(branch)}`);
    }
    const searches = searchesOf(places!);
    const plans = await plansOf(branch, searches);
    const rows = Object.keys(searches).flatMap((name): Table["rows"] => {
      const { first: fewAtFirst, rounds: few } = taken.get(`${name} ${FEW}`)!;
      const { first, rounds } = taken.get(`${name} ${many}`)!;
      return [
        [...rowOf(name, rounds), over(rounds, p95), over([first], p95), plans[name] ?? "-"],
        [...rowOf(`  of ${FEW.toLocaleString("en")}`, few), over(few, p95), over([fewAtFirst], p95), ""],
        [
          "  many / few",
          over(
            rounds.map((one, index) => one.perSecond / few[index]!.perSecond),
            (x) => x,
          ),
          over(
            rounds.map((one, index) => p50(one.result) / p50(few[index]!.result)),
            (x) => x,
          ),
          over(
            rounds.map((one, index) => p99(one.result) / p99(few[index]!.result)),
            (x) => x,
          ),
        ],
      ];
    });
    const beside = ofWords.map(([name, word]) => {
      const [one, other] = [taken.get(`${name} ${many}`)!, taken.get(`${word} ${many}`)!];
      const times = one.rounds.map((round, index) => p95(round) / p95(other.rounds[index]!));
      const later = over(times, (x) => x);
      const atFirst = p95(one.first) / p95(other.first);
      return `${name} / ${word}, p95: ${short(atFirst)} at first, then ${short(later.median)} (${times.map(short).join(", ")})`;
    });
    const refused = [...taken].flatMap(([name, { first, rounds }]) =>
      [first, ...rounds].flatMap(({ result }) =>
        Object.entries(result.refused).map(([what, times]) => `${name}: ${times} x ${what}`),
      ),
    );
    return {
      title: "Search",
      note: `${CLIENTS} clients, ten products a page and the total, of ${many.toLocaleString("en")} products beside ${FEW.toLocaleString("en")}; "first" is the p95 of a round in which most is read anew; the last column is the store's plan among the many.`,
      columns: [
        "",
        "per second",
        "p50 ms",
        "p99 ms",
        "CPU s/1,000",
        "api",
        "worker",
        "stores",
        "client",
        "p95 ms",
        "first ms",
        "plan",
      ],
      rows,
      remarks: [...remarks, ...beside, ...refused],
    };
  } finally {
    await branch.close();
  }
}

async function roundsOf(
  { url, pids }: Branch,
  tokens: string[],
  { rounds, seconds }: Pace,
  search: (turn: number) => Search,
): Promise<Taken> {
  const taken: Round[] = [];
  let offset = 0;
  for (let round = 0; round <= rounds; round++) {
    const length = round === 0 ? Math.min(2, seconds) : seconds;
    const walk: Parameters<typeof measure>[0]["walk"] = (shopper, turn) =>
      shopper.post("/app-api/product/spu/page", search(offset + turn));
    const measured = await measure({ url, tokens, seconds: length, walk }, pids);
    offset += measured.result.walks;
    taken.push(measured);
  }
  const [first, ...others] = taken;
  return { first: first!, rounds: others };
}

const p95 = ({ result }: Round): number => percentile(result.walkMs, 0.95);

/** MiB of the products and of their indexes, as the store tells them. */
async function sizesOf({ db }: Branch): Promise<string> {
  const { storageSize, size, totalIndexSize } = await db.db!.command({ collStats: "spus" });
  const mib = (bytes: unknown): string => (typeof bytes === "number" ? (bytes / 2 ** 20).toFixed(1) : "?");
  return `${mib(size ?? storageSize)} MiB, their indexes ${mib(totalIndexSize)} MiB`;
}

/** The store's own plans of each search: of the page and of the total. */
function plansOf(branch: Branch, searches: Record<string, (turn: number) => Search>): Promise<Record<string, string>> {
  const samples = Object.fromEntries(Object.entries(searches).map(([name, search]) => [name, search(0)]));
  return runReporter(branch, "scripts/bench/programs/explainSearch.js", [JSON.stringify(samples)]);
}
