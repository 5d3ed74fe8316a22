import dayjs, { type Dayjs } from "dayjs";
import type { Pair } from "../../texts/texts";
import type { States } from "../shown/figures";
import { asShopTime, shopTime } from "../shown/shopTime";

/** A field of a page's filter; `name` is the query parameter. */
export type Filter =
  | { name: string; label: Pair; kind: "number" }
  /** Wide: shows a number of the shop or of a channel whole. */
  | { name: string; label: Pair; kind: "text"; isWide?: boolean }
  | { name: string; label: Pair; kind: "state"; states: States }
  | { name: string; label: Pair; kind: "select"; options: readonly { value: string; label: Pair }[] }
  | { name: string; label: Pair; kind: "yesNo" }
  | { name: string; label: Pair; kind: "time" }
  /** Whole days of the shop, yyyy-MM-dd; both are included. */
  | { name: string; label: Pair; kind: "days" };

export type FilterValues = Record<string, string | string[] | undefined>;

const notANumber: Pair = ["Digits only", "只能填写数字"];
export const isSpan = ({ kind }: Filter): boolean => kind === "time" || kind === "days";

/** The error of a filter's value, if any: it prevents the search. */
export function filterFault({ kind }: Filter, value: string | string[] | undefined): Pair | undefined {
  if (kind !== "number" || value === undefined) return undefined;
  return /^\d{1,15}$/.test(String(value)) ? undefined : notANumber;
}

/** The value of a form's field. */
export function asField(filter: Filter, value: string | string[] | undefined): unknown {
  if (value === undefined || !isSpan(filter)) return value;
  const [from, to] = Array.isArray(value) ? value : [value];
  if (filter.kind === "days") return [from ? dayjs(from) : null, to ? dayjs(to) : null];
  return [from ? shopTime(Number(from)) : null, to ? shopTime(Number(to)) : null];
}

export function asQuery(filter: Filter, value: unknown): string | string[] | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  // Full-width digits of an input method count as digits.
  if (filter.kind === "number") return String(value).normalize("NFKC").trim() || undefined;
  if (!isSpan(filter)) return String(value).trim() || undefined;
  const [from, to] = value as [Dayjs | null, Dayjs | null];
  if (!from && !to) return undefined;
  if (filter.kind === "days")
    return [from?.format("YYYY-MM-DD") ?? "2000-01-01", ...(to ? [to.format("YYYY-MM-DD")] : [])];
  return [String(from ? +asShopTime(from) : 0), ...(to ? [String(+asShopTime(to))] : [])];
}

/** The first filters that are fields above the list; spans of time are too wide for them where others are there. */
export function quickOf(filters: readonly Filter[], most: number): Filter[] {
  if (filters.length <= most && (most > 2 || !filters.some(isSpan))) return [...filters];
  const narrow = filters.filter((filter) => !isSpan(filter));
  return (narrow.length > 0 ? narrow : filters).slice(0, narrow.length > 0 ? most : 1);
}
