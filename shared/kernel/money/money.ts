/** Money is an integer of fen. All rounding of the shop happens here. */

/** a × b / c rounded half up, exact for all safe integers. */
export function mulDivRound(a: number, b: number, c: number): number {
  const product = BigInt(a) * BigInt(b);
  const divisor = BigInt(c);
  return Number((product * 2n + divisor) / (divisor * 2n));
}

/** a × b / c rounded down, exact for all safe integers (operands not negative). */
export function mulDivFloor(a: number, b: number, c: number): number {
  return Number((BigInt(a) * BigInt(b)) / BigInt(c));
}

/** `percent` percent of an amount, rounded half up: percentOf(999, 80) = 799. */
export function percentOf(amountFen: number, percent: number): number {
  return mulDivRound(amountFen, percent, 100);
}

/**
 * Splits an amount over weights: floor(amount × w / sum) each, the last eligible one (weight > 0) takes the remainder,
 * no share is larger than its cap (default: no cap). The shares add up to the amount, as long as the caps allow it.
 */
export function splitFen(amountFen: number, weights: readonly number[], caps?: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum <= 0 || amountFen === 0) return weights.map(() => 0);
  const cap = (index: number): number => caps?.[index] ?? Number.MAX_SAFE_INTEGER;
  const shares = weights.map((weight, index) => Math.min(mulDivFloor(amountFen, weight, sum), cap(index)));
  let rest = amountFen - shares.reduce((total, share) => total + share, 0);
  for (let index = weights.length - 1; index >= 0 && rest > 0; index--) {
    if ((weights[index] ?? 0) <= 0) continue;
    const room = Math.min(rest, cap(index) - (shares[index] ?? 0));
    shares[index] = (shares[index] ?? 0) + room;
    rest -= room;
  }
  return shares;
}

/** Fen as yuan with two decimals: 1234 -> "12.34". */
export function yuan(amountFen: number): string {
  const sign = amountFen < 0 ? "-" : "";
  const abs = Math.abs(amountFen);
  return `${sign}${Math.floor(abs / 100)}.${String(abs % 100).padStart(2, "0")}`;
}

/**
 * Fen of a yuan text without a sign: "88.88" is 8888. Exact, never through a float; decimals beyond the second, of which
 * there may be as many as `decimals` allows, are rounded half up. Undefined for anything else.
 */
export function fenOfYuan(text: string, decimals = 2): number | undefined {
  const [, whole, fraction = ""] = /^(\d{1,13})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0")) + (Number(fraction[2] ?? 0) >= 5 ? 1 : 0);
}

/** The same for a text that may have a sign and spaces around it: "-0.5" is -50. Rounded half away from zero. */
export function fenOfSignedYuan(text: string, decimals = 2): number | undefined {
  const [, sign, digits = ""] = /^([+-]?)(.*)$/.exec(text.trim()) ?? [];
  const fen = fenOfYuan(digits, decimals);
  return sign === "-" && fen ? -fen : fen;
}
