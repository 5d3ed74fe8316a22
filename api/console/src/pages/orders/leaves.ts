interface Order {
  status: number;
  refundStatus: number;
  cancelType: number | null;
  items: readonly { afterSaleStatus: number; sentCount: number }[];
}

/**
 * Whether its goods may be handed over: it is paid, has no open after-sale, and is not fully refunded. One of what was
 * sent already does not hold up the rest, if it is a return: the service knows.
 */
export const mayLeave = ({ status, refundStatus, cancelType, items }: Order): boolean =>
  status === 10 &&
  refundStatus !== 20 &&
  cancelType === null &&
  items.every(({ afterSaleStatus, sentCount }) => afterSaleStatus !== 10 || sentCount > 0) &&
  items.some(({ afterSaleStatus }) => afterSaleStatus !== 20);

/** Pieces of an item that are to be sent, as long as its order waits for shipment. */
export const unsentOf = ({ leftCount, sentCount }: { leftCount: number; sentCount: number }): number =>
  leftCount - sentCount;
