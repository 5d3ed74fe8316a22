import { z } from "zod";
import { defineJob } from "#shared/kernel/queue/jobs.js";

/**
 * By schedule: ends expired QR sign-ins, and sessions whose tokens were not collected. Running it twice is harmless:
 * each is moved by a guarded write, and the second run finds it moved.
 */
export const expireQrSignInsJob = defineJob({
  name: "website.expireQrSignIns",
  queue: "website",
  v: 1,
  payload: z.object({}),
  maxRunMs: 30_000,
});
