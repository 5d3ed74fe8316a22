import { parseArgs } from "node:util";
import { withStores } from "../withStores.js";
import { seedShop } from "./seedShop.js";

/**
 * `npm run seed`: the demo shop in an empty database. `--if-empty` skips a shop that has products; without it that is
 * an error. A production image does not contain it; `npm run setup` creates what every shop needs.
 */
const { values: options } = parseArgs({
  options: { "if-empty": { type: "boolean", default: false } },
});

await withStores("not seeded", () => seedShop({ ifEmpty: options["if-empty"] }));
