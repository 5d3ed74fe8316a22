/** Aborts what processes that were killed left under way in the embedded store; at a mongod it does nothing. */
export function endAbandonedTransactions(uri: string): Promise<void>;
