import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import type { KeyedColumn } from "./columns";

/** The button that opens a row's fold. */
const FOLD_WIDTH = 40;
/** A column whose words could fill more has to do with this. */
const WIDEST = 280;

interface Widths {
  of: object;
  byKey: ReadonlyMap<string, number>;
  /** Of the columns for choosing and opening rows. */
  others: number;
  /** Whether rows had a button to open them. */
  hasFold: boolean;
}

type Sized = Pick<KeyedColumn<unknown>, "key" | "weight" | "isKept">;

/**
 * Which columns fit into the width that a list has: before it is painted, all are drawn as wide as their words need, and
 * measured. `about`: what the widths depend on.
 */
export function useFitting(
  columns: readonly Sized[],
  hasFold: boolean,
  about: readonly unknown[],
): { box: RefObject<HTMLDivElement | null>; room: number; shown: ReadonlySet<string>; isMeasured: boolean } {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(Infinity);
  const [widths, setWidths] = useState<Widths>();
  const of = useMemo(() => ({}), about);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setRoom(element.clientWidth);
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const known = widths?.of === of ? widths : undefined;
  useLayoutEffect(() => {
    const element = box.current;
    const table = element?.querySelector("table");
    if (!element || !table) return;
    if (!known) setWidths({ of, hasFold, ...measured(element, table, columns) });
    // What cannot be narrower than this is scrolled.
    else element.classList.toggle("list-scrolls", table.offsetWidth > element.clientWidth + 1);
  });
  const shown = useMemo(
    () => (known ? fitting(columns, known, room) : new Set(columns.map(({ key }) => key))),
    [known, room, of],
  );
  return { box, room, shown, isMeasured: known !== undefined };
}

function measured(
  element: HTMLElement,
  table: HTMLTableElement,
  columns: readonly Sized[],
): Pick<Widths, "byKey" | "others"> {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  const widthsAs = (form: string): number[] => {
    element.classList.add(form);
    const found = heads.map((head) => head.getBoundingClientRect().width);
    element.classList.remove(form);
    return found;
  };
  const wide = widthsAs("list-unwrapped");
  const narrow = widthsAs("list-wrapped");
  // Long words are wrapped; what cannot be keeps its width.
  const each = wide.map((width, at) => Math.max(Math.min(width, WIDEST), narrow[at] ?? 0));
  const before = each.length - columns.length;
  return {
    byKey: new Map(columns.map(({ key }, at) => [key, each[before + at] ?? 0])),
    others: each.slice(0, Math.max(before, 0)).reduce((sum, width) => sum + width, 0),
  };
}

function fitting(columns: readonly Sized[], { byKey, others, hasFold }: Widths, room: number): ReadonlySet<string> {
  const shown = new Set(columns.map(({ key }) => key));
  let width = [...byKey.values()].reduce((sum, each) => sum + each, others);
  if (width <= room) return shown;
  if (!hasFold) width += FOLD_WIDTH;
  for (const { key } of columns.filter(({ isKept }) => !isKept).sort((a, b) => a.weight - b.weight)) {
    if (width <= room) break;
    shown.delete(key);
    width -= byKey.get(key) ?? 0;
  }
  return shown;
}
