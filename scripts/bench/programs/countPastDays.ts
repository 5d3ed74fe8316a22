/** Counts the days before the shop was made: its schedules would count all 31 in the midst of what is measured. */
import { countShopDays, countTradeDays } from "#shared/domains/salesReports/worker.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";

await connectMongo();
await countTradeDays();
await countShopDays();
process.send!({ done: true }, () => process.exit(0));
