import { migrateShop } from "#scripts/migrate/migrateShop.js";
import { seedShop } from "#scripts/seed/seedShop.js";
import { withStores } from "../withStores.js";

/** What `npm start` runs before its processes: the migration, and the demo shop where there is none. */
await withStores("not prepared", async () => {
  await migrateShop();
  await seedShop({ ifEmpty: true });
});
