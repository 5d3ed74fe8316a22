import "#shared/subscriptions.js";
import { log } from "#shared/kernel/observability/log.js";
import { openProducers } from "#shared/kernel/redis/redis.js";
import { withStores } from "../withStores.js";
import { setUpShop } from "./setUpShop.js";

/** `npm run setup`: creates what any shop needs before it serves; run it after the migration, at each deploy. */
await withStores("not set up", async () => {
  // Redis may be down: enqueued jobs wait in the outbox.
  await openProducers();
  await setUpShop();
  log.info("the shop is set up");
});
