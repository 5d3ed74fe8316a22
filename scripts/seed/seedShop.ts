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
import { cacheRedis, openProducers, redisReady } from "#shared/kernel/redis/redis.js";
import { setUpShop } from "#scripts/setup/setUpShop.js";
import { demoPictures, seedCatalog } from "./seedCatalog.js";
import { demoMember, seedMember } from "./seedMember.js";
import { seedPictures } from "./seedPictures.js";
import { seedWebsite } from "./seedWebsite.js";
import { websitePictures } from "./websitePictures.js";

/** The demo shop in an empty database. One that has products is an error, or left as it is (`ifEmpty`). */
export async function seedShop({ ifEmpty }: { ifEmpty: boolean }): Promise<void> {
  const since = performance.now();
  if (await hasProducts()) {
    if (!ifEmpty) throw new Error("the shop has products already: the demo is for an empty one");
    log.info("the shop has products, nothing to seed");
    return;
  }
  // Redis may be down: enqueued jobs wait in the outbox.
  await Promise.all([openProducers(), redisReady(cacheRedis())]);
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
