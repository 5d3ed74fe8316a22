import { connect } from "./mongodb.mjs";

/** The timeout of each call to the store, which may be down. */
const ms = 2_000;

/**
 * The embedded store keeps the rows of a transaction whose process was killed, and hangs for good once a write outside
 * of transactions waits for one of them. So running transactions are aborted, and live processes retry theirs. A
 * mongod has transactionLifetimeLimitSeconds for that, and is not touched.
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
