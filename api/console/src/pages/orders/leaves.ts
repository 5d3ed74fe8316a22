interface Order {
  status: number;
  refundStatus: number;
  cancelType: number | null;
  items: readonly { afterSaleStatus: number }[];
}

/** Whether its goods may leave the shop: it is paid, no after-sale of it is open, and not all of it went back. */
export const mayLeave = ({ status, refundStatus, cancelType, items }: Order): boolean =>
  status === 10 &&
  refundStatus !== 20 &&
  cancelType === null &&
  items.every(({ afterSaleStatus }) => afterSaleStatus !== 10) &&
  items.some(({ afterSaleStatus }) => afterSaleStatus !== 20);
