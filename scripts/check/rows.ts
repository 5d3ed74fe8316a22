export interface Violation {
  invariant: "I1" | "I2" | "I3" | "I4" | "I5" | "I6";
  about: string;
  what: string;
}

export interface CheckReport {
  /** Rows looked at, by invariant. */
  looked: Record<string, number>;
  violations: Violation[];
}

/** Only the fields that the checks look at, by collection. */
export interface Rows {
  wallets: { _id: number; memberId: number; balanceFen: number; frozenFen: number };
  walletTransactions: {
    _id: number;
    walletId: number;
    memberId: number;
    priceFen: number;
    bizType: number;
    bizId: string;
  };
  walletFreezes: { _id: string; memberId: number; amountFen: number; state: string };
  skus: { _id: number; stock: number; reserved: number; sold: number; initialStock: number };
  tradeOrders: {
    _id: number;
    status: number;
    payStatus: boolean;
    payPriceFen: number;
    payOrderId: number | null;
    payExpireAt: Date;
  };
  tradeOrderItems: { _id: number; orderId: number; skuId: number; count: number };
  payOrders: {
    _id: number;
    memberId: number;
    status: number;
    priceFen: number;
    walletPartFen: number;
    channelCode: string | null;
    refundFen: number;
    walletRefundFen: number;
  };
  payAttempts: {
    _id: number;
    payOrderId: number;
    amountFen: number;
    walletPartFen: number;
    walletHeld: boolean;
    walletHolds: number;
    paidFen: number | null;
    status: number;
  };
  payRefunds: {
    _id: number;
    payOrderId: number;
    attemptId: number;
    kind: string;
    status: number;
    refundFen: number;
    walletRefundFen: number;
  };
  outbox: { _id: number; job: string; state: string; dueAt: Date; updatedAt: Date };
}
export type Read = <C extends keyof Rows>(collection: C, filter?: object) => Promise<Rows[C][]>;

export function add(report: CheckReport, invariant: Violation["invariant"], about: string, what: string): void {
  report.violations.push({ invariant, about, what });
}

export const byId = <R extends { _id: number }>(list: R[]): Map<number, R> =>
  new Map(list.map((row) => [row._id, row]));

export function sumBy<K extends string, V extends string>(
  list: (Record<K, number> & Record<V, number>)[],
  key: K,
  value: V,
) {
  const sums = new Map<number, number>();
  for (const row of list) sums.set(row[key], (sums.get(row[key]) ?? 0) + row[value]);
  return sums;
}

export function groupBy<K extends string, R extends Record<K, number>>(list: R[], key: K): Map<number, R[]> {
  const groups = new Map<number, R[]>();
  for (const row of list) {
    const group = groups.get(row[key]);
    if (group) group.push(row);
    else groups.set(row[key], [row]);
  }
  return groups;
}
