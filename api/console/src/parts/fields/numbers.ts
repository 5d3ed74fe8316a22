import type { Pair } from "../../texts/texts";

/** A number, or the typed text when it is not a valid number. */
export type Typed = number | string | null | undefined;

export interface Limits {
  min?: number | undefined;
  max?: number | undefined;
  /** Maximum digits after the point; default: any. */
  decimals?: number | undefined;
}

/** Beyond this, fen are not exact in a number. */
const MOST = 10_000_000_000_000;
/** Full-width digits of an input method count as digits. */
const plain = (typed: Typed): string =>
  String(typed ?? "")
    .normalize("NFKC")
    .trim();

/** The error of a typed number, if any. */
export function numberFault({ min, max, decimals }: Limits, typed: Typed): Pair | undefined {
  const text = plain(typed);
  if (text === "") return undefined;
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(text)) return ["Enter a number", "请填写数字"];
  const number = Number(text);
  const { length } = text.split(".")[1] ?? "";
  if (decimals === 0 && length > 0) return ["Enter a whole number", "请填写整数"];
  if (decimals !== undefined && length > decimals)
    return [`At most ${decimals} decimal places`, `最多 ${decimals} 位小数`];
  if (number < (min ?? -MOST)) return [`At least ${min ?? -MOST}`, `不能小于 ${min ?? -MOST}`];
  if (number > (max ?? MOST)) return [`At most ${max ?? MOST}`, `不能大于 ${max ?? MOST}`];
  return undefined;
}

/** The typed number, null when empty, and the text itself when it is invalid. */
export function readNumber(limits: Limits, text: string): number | string | null {
  if (plain(text) === "") return null;
  return numberFault(limits, text) ? text : Number(plain(text));
}

/** For editors of many figures: NaN stands for an invalid input. */
export const figuresFault = (figures: readonly (number | null | undefined)[]): Pair | undefined =>
  figures.some((figure) => Number.isNaN(figure)) ? ["Correct the highlighted values", "请更正标出的数值"] : undefined;
