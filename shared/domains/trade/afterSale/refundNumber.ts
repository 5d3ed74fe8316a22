/**
 * What a refund of an after-sale is called at pay. One number is one refund there, a failed one too: another try has a
 * number of its own.
 */
export const refundNumberOf = (afterSaleId: number, attempt: number): string =>
  attempt === 1 ? `after-sale-${afterSaleId}` : `after-sale-${afterSaleId}-${attempt}`;

/** Whose refund it is; undefined when no after-sale's. */
export function afterSaleOfRefund(merchantRefundId: string): number | undefined {
  const [, id] = /^after-sale-(\d+)(?:-\d+)?$/.exec(merchantRefundId) ?? [];
  return id === undefined ? undefined : Number(id);
}
