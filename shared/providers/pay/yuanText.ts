/**
 * Fen of a yuan text in the providers' files: "88.88" is 8888, "-0.5" is -50. Exact, never through a float; decimals beyond
 * the second (fees have up to five) are rounded half away from zero. Undefined for anything else.
 */
export function fenOfYuan(text: string, decimals = 2): number | undefined {
  const match = /^([+-]?)(\d{1,13})(?:\.(\d+))?$/.exec(text.trim());
  const [, sign = "", whole = "", fraction = ""] = match ?? [];
  if (!match || fraction.length > decimals) return undefined;
  const fen =
    Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0")) + (Number(fraction[2] ?? 0) >= 5 ? 1 : 0);
  return sign === "-" && fen !== 0 ? -fen : fen;
}
