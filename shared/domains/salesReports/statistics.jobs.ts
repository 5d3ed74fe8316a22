import { z } from "zod";
import { defineJob } from "#shared/kernel/queue/jobs.js";

/** By schedule: counts today, and yesterday until it is settled. Running it twice is harmless: it counts the same. */
export const countTradeDaysJob = defineJob({
  name: "statistics.countTradeDays",
  queue: "analytics",
  v: 1,
  payload: z.object({}),
  maxRunMs: 120_000,
});

/**
 * By schedule: counts products, buyers, channels and new members of today, and of yesterday until it is settled.
 * Running it twice is harmless: it counts the same.
 */
export const countShopDaysJob = defineJob({
  name: "statistics.countShopDays",
  queue: "analytics",
  v: 1,
  payload: z.object({}),
  maxRunMs: 300_000,
});
