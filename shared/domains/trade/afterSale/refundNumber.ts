/**
 * The number of an after-sale's refund at pay. A number is used for one refund, a failed one too, so that a retry needs
 * another.
 */
export const refundNumberOf = (afterSaleId: number, attempt: number): string =>
  attempt === 1 ? `after-sale-${afterSaleId}` : `after-sale-${afterSaleId}-${attempt}`;

/** The after-sale of a refund; undefined when the refund is no after-sale's. */
export function afterSaleOfRefund(merchantRefundId: string): number | undefined {
  const [, id] = /^after-sale-(\d+)(?:-\d+)?$/.exec(merchantRefundId) ?? [];
  return id === undefined ? undefined : Number(id);
}
