import type { Theme } from "../probe.js";
import { aggregation } from "./aggregation.js";
import { bulks } from "./bulks.js";
import { claims } from "./claims.js";
import { conflicts } from "./conflicts.js";
import { filters } from "./filters.js";
import { freedValues } from "./freedValues.js";
import { guards } from "./guards.js";
import { reading } from "./reading.js";
import { timeToLive } from "./timeToLive.js";
import { transactions } from "./transactions.js";
import { uniqueIndexes } from "./uniqueIndexes.js";
import { updates } from "./updates.js";
import { upserts } from "./upserts.js";

/** Everything that the shop relies on, and what it avoids. The first starts first and is checked last. */
export const allThemes = ({ patienceMs }: { patienceMs: number }): Theme[] => [
  timeToLive(patienceMs),
  transactions,
  conflicts,
  bulks,
  claims,
  uniqueIndexes,
  freedValues,
  upserts,
  guards,
  updates,
  filters,
  aggregation,
  reading,
];
