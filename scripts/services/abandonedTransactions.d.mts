/** Aborts the transactions of killed processes in the embedded store; for a mongod it does nothing. */
export function endAbandonedTransactions(uri: string): Promise<void>;
