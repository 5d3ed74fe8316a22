import { useEffect, useState } from "react";
import { useRead } from "../../client/queries";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import { groups } from "../menu";
import { useMay, useOffers, useOperator } from "../operator";
import { acts } from "./acts";
import { matches, type Entry, type EntryGroup } from "./entries";
import { hitKinds, stateOf, type Hit } from "./hitKinds";
import { openedBy } from "./recent";

const bundle = {
  opened: ["Recently opened", "最近打开"],
  acts: ["To do", "操作"],
  pages: ["Pages", "页面"],
  jobsAbout: ["Jobs about {{text}}", "与 {{text}} 有关的任务"],
} as const;

const PAUSE_MS = 200;
const MOST = 5;
const SHORTEST = 2;
const pages = groups.flatMap((group) => group.pages.map((page) => ({ ...page, group: group.title })));
const bare = (path: string): string => path.replace(/\/\*$/, "").replace(/\?.*$/, "");

/** What was typed, once nothing more has been for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The kind of an entry in both languages, for the list of what was opened. */
export type KindOf = (entry: Entry) => Pair;

/** What is offered for a text, by group: what was found, things to do and pages of the operator's rights. */
export function usePalette(typed: string): {
  found: EntryGroup[];
  kindOf: KindOf;
  /** Not everything that will be found is there yet. */
  isWaiting: boolean;
  notSearched: string[];
  error: Error | null;
} {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const may = useMay();
  const offers = useOffers();
  const { user } = useOperator();
  const text = typed.trim();
  const settled = useSettled(text);
  const isAskable = [...settled].length >= SHORTEST;
  const read = useRead("/admin-api/system/search", { text: settled }, { enabled: isAskable });
  const isWaiting = text !== settled || (isAskable && read.isFetching && !read.data);

  const open = pages.filter(({ permission, needs }) => (!permission || may(permission)) && offers(needs));
  const pageOf = (to: string) =>
    open
      .filter(({ path }) => bare(to) === bare(path) || (path.endsWith("/*") && to.startsWith(`${bare(path)}/`)))
      .toSorted((a, b) => b.path.length - a.path.length)[0];
  const kindOf: KindOf = (entry) => pageOf(entry.to)?.title ?? ["", ""];
  const group = (key: string, title: string, entries: Entry[]): EntryGroup[] =>
    entries.length === 0 ? [] : [{ key, title, entries }];

  if (text === "") {
    const opened = openedBy(user.id).filter(({ to }) => pageOf(to));
    const entries = opened.map(({ title, kind, to }) => ({ key: to, title, second: of(kind), to }));
    return { found: group("opened", words("opened"), entries), kindOf, isWaiting: false, notSearched: [], error: null };
  }

  const actsFound = acts
    .filter(({ permission, to, title }) => may(permission) && pageOf(to) && matches(text, [title]))
    .slice(0, MOST)
    .map(({ title, to }) => ({ key: `act ${to}`, title: of(title), to }));
  const pagesFound = open
    .filter(({ title, group: of }) => matches(text, [title, of]))
    .slice(0, MOST)
    .map(({ title, group: ofGroup, path }) => ({
      key: `page ${path}`,
      title: of(title),
      second: of(ofGroup),
      to: bare(path),
    }));
  const hits = (isAskable ? read.data?.groups : undefined) ?? [];
  const hitGroups = hits.map(({ kind, hits: ofKind }) => ({
    key: kind,
    title: of(hitKinds[kind].words),
    entries: ofKind.map((hit) => entryOf(hit, of)),
  }));
  const isExact = ({ entries }: EntryGroup): boolean => entries.some(({ exact }) => exact);
  const jobsAbout =
    /\d/.test(text) && [...text].length >= SHORTEST && may("infra:queue:read")
      ? [{ key: "jobs about", title: words("jobsAbout", { text }), to: `/jobs?q=${encodeURIComponent(text)}` }]
      : [];
  return {
    found: [
      ...hitGroups.filter(isExact),
      ...group("acts", words("acts"), actsFound),
      ...group("pages", words("pages"), pagesFound),
      ...hitGroups.filter((one) => !isExact(one)),
      ...group("jobs about", of(hitKinds.job.words), jobsAbout),
    ],
    kindOf,
    isWaiting,
    notSearched: ((isAskable && read.data?.notSearched) || []).map((kind) => of(hitKinds[kind].words)),
    error: isAskable ? read.error : null,
  };
}

function entryOf(hit: Hit, of: (pair: Pair) => string): Entry {
  const state = stateOf(hit);
  return {
    key: `${hit.kind} ${hit.id} ${hit.orderId ?? ""}`,
    title: hit.title,
    second: hit.about,
    ...(state ? { tag: [of(state[0]), state[1]] as const } : {}),
    amount: hit.amount,
    time: hit.time,
    to: hitKinds[hit.kind].to(hit),
    exact: hit.exact,
  };
}
