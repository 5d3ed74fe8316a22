import { connect } from "./mongodb.mjs";

/** For each answer of the store, which may be away itself. */
const ms = 2_000;

/**
 * The embedded store keeps the rows of a transaction whose process was killed, and stands still for good once a write
 * outside of transactions waits for one of them: what runs there is aborted, and tried again by whoever lives. A mongod
 * has transactionLifetimeLimitSeconds for that, and is left alone.
 * @param {string} uri
 */
export async function endAbandonedTransactions(uri) {
  const client = await connect(uri, ms, { socketTimeoutMS: ms });
  try {
    const admin = client.db("admin");
    if ("secantus" in (await admin.command({ serverStatus: 1 }))) await admin.command({ killAllSessions: [] });
  } finally {
    await client.close();
  }
}
