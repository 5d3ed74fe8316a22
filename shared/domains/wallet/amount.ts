/** Amounts are whole positive fen; anything else is a fault of the caller, not of the member. */
export function assertAmount(amountFen: number): void {
  if (!Number.isSafeInteger(amountFen) || amountFen < 1) throw new Error(`${amountFen} is no amount of fen`);
}
