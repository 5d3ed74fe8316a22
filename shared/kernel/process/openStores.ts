import mongoose from "mongoose";
import type { StoreFault } from "../config/storeFault.js";
import { examineMongo } from "../mongo/examine.js";
import { connectMongo } from "../mongo/mongo.js";
import { refuseNewerSchema } from "../mongo/migrations.js";
import { refuseHalfRestored } from "../mongo/restores.js";
import { log } from "../observability/log.js";
import { examineRedises } from "../redis/examine.js";
import { openProducers } from "../redis/redis.js";

/**
 * Opens MongoDB and Redis for a process that serves. It ends where one is unfit for the shop, saying why and what mends it: a
 * MongoDB that does not answer, has no transactions or a newer schema, or was half restored; a Redis that evicts, is a
 * replica, or refuses us. A Redis that is away is waited for, as the outbox keeps the work.
 */
export async function openStores(options: Parameters<typeof connectMongo>[0] = {}): Promise<void> {
  await connectMongo(options).catch(endUnreached);
  const { faults } = await examineMongo(mongoose.connection.getClient());
  endIfUnfit(faults.map((fault) => ({ variable: "MONGODB_URI", ...fault })));
  await refuseNewerSchema();
  await refuseHalfRestored();
  void openProducers();
  const examined = await examineRedises({ isQuick: true });
  endIfUnfit(examined.flatMap(({ variable, faults: own }) => own.map((fault) => ({ variable, ...fault }))));
}

/** The driver's words name hosts and certificates, and no password. */
function endUnreached(error: Error): never {
  const cause = error.cause instanceof Error ? error.cause.message : "";
  const said = error.message.includes(cause) ? error.message : `${error.message}: ${cause}`;
  const mend = "start it, or correct MONGODB_URI; npm run check:store looks closer";
  log.fatal({ variable: "MONGODB_URI", mend }, `MONGODB_URI: ${said}`);
  process.exit(1);
}

/** What is weaker than it could be is logged; a Redis that is away is known to whoever uses it. */
function endIfUnfit(faults: ({ variable: string } & StoreFault)[]): void {
  for (const { variable, what, mend, isFatal } of faults)
    log[isFatal ? "fatal" : "warn"]({ variable, mend }, `${variable}: ${what}`);
  if (faults.some(({ isFatal }) => isFatal)) process.exit(1);
}
