import { parseArgs } from "node:util";
import "#shared/subscriptions.js";
import { seedActivities } from "#shared/domains/promotion/activity/seedActivities.js";
import { hasProducts } from "#shared/domains/catalog/index.js";
import { seedChat } from "#shared/domains/chat/seedChat.js";
import { seedLicenses } from "#shared/domains/license/seedLicenses.js";
import { seedLives } from "#shared/domains/live/seedLives.js";
import { seedLoyalty } from "#shared/domains/loyalty/seedLoyalty.js";
import { seedPlaced } from "#shared/domains/promotion/placed/seedPlaced.js";
import { seedPromotions } from "#shared/domains/promotion/seedPromotions.js";
import { seedRechargePackages } from "#shared/domains/recharge/seedRechargePackages.js";
import { config } from "#shared/kernel/config/config.js";
import { log } from "#shared/kernel/observability/log.js";
import { connectMongo, disconnectMongo } from "#shared/kernel/mongo/mongo.js";
import { relayIdle } from "#shared/kernel/outbox/relay.js";
import { closeQueues } from "#shared/kernel/queue/queues.js";
import { cacheRedis, disconnectRedis, producerRedis, redisReady } from "#shared/kernel/redis/redis.js";
import { setUpShop } from "#scripts/setup/setUpShop.js";
import { demoPictures, seedCatalog } from "./seedCatalog.js";
import { demoMember, seedMember } from "./seedMember.js";
import { seedPictures } from "./seedPictures.js";
import { seedWebsite } from "./seedWebsite.js";
import { websitePictures } from "./websitePictures.js";

/**
 * `npm run seed`: the demo shop in an empty database. `--if-empty` skips a shop that has products; without it that is
 * an error. A production image does not contain it; `npm run setup` creates what every shop needs.
 */
const { values: options } = parseArgs({
  options: { "if-empty": { type: "boolean", default: false } },
});

try {
  await connectMongo();
  await seed();
} catch (error) {
  log.fatal({ err: error }, "not seeded");
  process.exitCode = 1;
} finally {
  await relayIdle();
  await closeQueues();
  await disconnectRedis();
  await disconnectMongo();
}

async function seed(): Promise<void> {
  const since = performance.now();
  if (await hasProducts()) {
    if (!options["if-empty"]) throw new Error("the shop has products already: the demo is for an empty one");
    log.info("the shop has products, nothing to seed");
    return;
  }
  // Redis may be down: enqueued jobs wait in the outbox.
  await Promise.all([redisReady(producerRedis()), redisReady(cacheRedis())]);
  const templates = await setUpShop();
  // Pictures first: without pngjs they fail, and then nothing of the demo is written.
  const pictures = [...demoPictures(), ...websitePictures];
  await seedPictures(pictures);
  // Its password is public.
  if (!config.production) await seedMember();
  await seedLoyalty(config.production ? null : demoMember.mobile);
  await seedRechargePackages();
  const products = await seedCatalog(templates);
  await seedPromotions();
  await seedPlaced();
  await seedActivities();
  await seedLives(config.production ? null : demoMember.mobile);
  await seedLicenses(config.production ? null : demoMember.mobile);
  if (!config.production) await seedChat();
  await seedWebsite();
  const ms = Math.round(performance.now() - since);
  log.info(
    { products, pictures: pictures.length, member: config.production ? null : demoMember.mobile, ms },
    "demo shop seeded",
  );
}
