/** What an order's stock movements are known by in catalog. */
export const stockRefOf = (orderId: number): string => `order-${orderId}`;
