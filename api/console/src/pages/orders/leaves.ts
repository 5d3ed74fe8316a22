interface Order {
  status: number;
  refundStatus: number;
  cancelType: number | null;
  items: readonly { afterSaleStatus: number }[];
}

/** Whether its goods may be handed over: it is paid, has no open after-sale, and is not fully refunded. */
export const mayLeave = ({ status, refundStatus, cancelType, items }: Order): boolean =>
  status === 10 &&
  refundStatus !== 20 &&
  cancelType === null &&
  items.every(({ afterSaleStatus }) => afterSaleStatus !== 10) &&
  items.some(({ afterSaleStatus }) => afterSaleStatus !== 20);
