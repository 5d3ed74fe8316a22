import { z } from "zod";
import { defineJob } from "#shared/kernel/queue/jobs.js";

/**
 * By schedule: adds to the trade numbers of today, and of yesterday until it is settled, what has happened since the last
 * run. Running it twice is harmless: each event is counted once.
 */
export const countTradeDaysJob = defineJob({
  name: "statistics.countTradeDays",
  queue: "analytics",
  v: 1,
  payload: z.object({}),
  maxRunMs: 120_000,
});

/**
 * By schedule: the same for products, buyers, channels and new members. Running it twice is harmless: each event is
 * counted once.
 */
export const countShopDaysJob = defineJob({
  name: "statistics.countShopDays",
  queue: "analytics",
  v: 1,
  payload: z.object({}),
  maxRunMs: 300_000,
});
