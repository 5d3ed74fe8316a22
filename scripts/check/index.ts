import { connectMongo, disconnectMongo } from "#shared/kernel/mongo/mongo.js";
import { showCheck } from "./showCheck.js";

/** `npm run check`: the invariants on a live database, and today's payments against the providers' statements. Exit code 1 when one does not hold. */
await connectMongo();
process.exitCode = (await showCheck()) === 0 ? 0 : 1;
await disconnectMongo();
