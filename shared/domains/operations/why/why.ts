import { scrubText } from "../scrubText.js";
import { whyTexts, type WhyKey } from "./whyTexts.js";

/**
 * done: nothing is left to do; runs: it goes on at this moment; waits: it goes on by itself, at a time or once somebody
 * outside answers; stands: it goes on once somebody of the shop acts; failed: it has ended without success.
 */
export const whyStates = ["done", "runs", "waits", "stands", "failed"] as const;
type WhyState = (typeof whyStates)[number];

/** Acts that the console offers anyway, each with the permission that it needs. */
export const whyActs = {
  "job.retry": "infra:queue:operate",
  "job.release": "infra:queue:operate",
  "job.cancel": "infra:queue:operate",
  "job.view": "infra:queue:read",
  "queue.resume": "infra:queue:operate",
  "kind.release": "infra:queue:operate",
  "kind.unlimit": "infra:queue:operate",
  "letter.discard": "infra:queue:operate",
  "notify.replay": "pay:notify:replay",
  "payment.query": "pay:order:query-channel",
  "refund.query": "pay:refund:query-channel",
  "refund.redirect": "pay:refund:redirect",
  "refund.toWallet": "pay:refund:to-wallet",
  "refund.payOutside": "pay:refund:pay-outside",
  "anomaly.view": "pay:anomaly:query",
  "order.expire": "trade:order:update",
  "order.cancel": "trade:order:cancel",
  "order.ship": "trade:order:ship",
  "order.pickUp": "trade:order:pick-up",
  "order.refund": "trade:order:refund",
  "afterSale.view": "trade:after-sale:query",
} as const;
export const whyActNames = Object.keys(whyActs) as WhyActName[];
type WhyActName = keyof typeof whyActs;

export interface WhyAct {
  act: WhyActName;
  /** Of what is acted on: a job's, a dead letter's, a delivery's, ...; the name of a queue or of a kind of job. */
  id: number | string;
}

/** A part of a sentence: its text (whyTexts.ts) with its parameters. */
export interface Phrase {
  key: WhyKey;
  params: Record<string, string | number>;
}

/** Why something stands where it stands, and what helps. */
export interface Why {
  state: WhyState;
  phrases: Phrase[];
  acts: WhyAct[];
}

/** The names between braces in a text: "{count|job|jobs}" takes `count`. */
type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Plain}|${string}` ? Plain : Name) | NamesIn<Rest>
  : never;
type ParamsOf<K extends WhyKey> = Record<
  NamesIn<(typeof whyTexts)[K]["en"]>,
  string | number | Date | null | undefined
>;

/** A phrase with its parameters; times become ISO 8601, what is not known "?". */
export function say<K extends WhyKey>(
  key: K,
  ...[params]: [NamesIn<(typeof whyTexts)[K]["en"]>] extends [never] ? [] : [ParamsOf<K>]
): Phrase {
  const given = Object.entries<string | number | Date | null | undefined>(params ?? {});
  return {
    key,
    params: Object.fromEntries(
      given.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : (value ?? "?")]),
    ),
  };
}

/** The phrases as one sentence; those that end with a colon lead the next one. */
export function sentenceOf(phrases: readonly Phrase[]): { en: string; zh: string } {
  const texts = (language: "en" | "zh") => phrases.map(({ key, params }) => fill(whyTexts[key][language], params));
  const en = texts("en").join("; ").replaceAll(":; ", ": ");
  const zh = texts("zh").join("；").replaceAll("：；", "：");
  return { en: `${en.charAt(0).toUpperCase()}${en.slice(1)}.`, zh: `${zh}。` };
}

const fill = (text: string, params: Phrase["params"]): string =>
  text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (_, name: string, one?: string, many?: string) =>
    one === undefined ? String(params[name]) : params[name] === 1 ? one : many!,
  );

const MOST_WORDS = 160;
/** What somebody else said, in a sentence of ours: without secrets, on one line, not too long. */
export function wordsOf(...said: (string | null | undefined)[]): string {
  const words = scrubText(said.filter(Boolean).join(" ")).replace(/\s+/g, " ").trim();
  return words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS)}…` : words || "?";
}

const rank = (why: Why): number => ["done", "runs", "waits", "failed", "stands"].indexOf(why.state);
/** Parts that one sentence can name. */
const MOST_PARTS = 2;
/** What the sentence of a part says, and that of the whole leaves out. */
const details: readonly WhyKey[] = [
  "nothingElse",
  "triesLeft",
  "runsOnceMore",
  "lastAnswer",
  "refundKeepsOthers",
  "refundAskedAgain",
];

/**
 * A thing with the parts of it that are not done, the worst first: its state is the worst of all, and what helps any of
 * them helps it.
 */
export function withParts(own: Why, parts: readonly Why[]): Why {
  const open = parts.filter(({ state }) => state !== "done").toSorted((a, b) => rank(b) - rank(a));
  const named = open.slice(0, MOST_PARTS);
  const worst = [own, ...open].toSorted((a, b) => rank(b) - rank(a))[0]!;
  return {
    state: worst.state,
    phrases: [
      ...own.phrases,
      ...named.flatMap(({ phrases }) => phrases.filter(({ key }) => !details.includes(key))),
      ...(open.length > named.length ? [say("moreParts", { count: open.length - named.length })] : []),
    ],
    acts: onlyOnce([...own.acts, ...named.flatMap(({ acts }) => acts)]),
  };
}

/** The same reason, told of a part: "its refund R1:". */
export const ledBy = (lead: Phrase, why: Why): Why => ({ ...why, phrases: [lead, ...why.phrases] });

const onlyOnce = (acts: readonly WhyAct[]): WhyAct[] =>
  acts.filter(({ act, id }, at) => acts.findIndex((other) => other.act === act && other.id === id) === at);
