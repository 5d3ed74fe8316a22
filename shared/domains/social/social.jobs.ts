import { z } from "zod";
import { seconds } from "#shared/kernel/time/clock.js";
import { socialGroups } from "#shared/kernel/config/providerGroups.js";
import { defineAsk, defineJob } from "#shared/kernel/queue/jobs.js";
import { credentialNames } from "./social.codes.js";

/**
 * Queries the provider for the person or the phone of a code. Code and answer are sealed in the code's row. Running it
 * twice is harmless: the row is taken by a guarded write, and one that is answered or refused is left alone.
 */
export const resolveCodeJob = defineAsk<void>()({
  name: "social.resolveCode",
  needs: socialGroups,
  queue: "social",
  v: 1,
  payload: z.object({ codeId: z.string().length(64) }),
  maxRunMs: seconds(10),
});

/**
 * Fetches an access token or a ticket when the stored one is missing or near its end. Running it twice is harmless: one
 * worker at a time fetches, and a fresh one is left alone.
 */
export const refreshCredentialJob = defineAsk<void>()({
  name: "social.refreshCredential",
  needs: ["social-mini", "social-official"],
  queue: "social",
  v: 1,
  payload: z.object({ name: z.enum(credentialNames) }),
  maxRunMs: seconds(10),
});

/**
 * By schedule: fetches stored credentials anew that are near their end, so that no client waits for it. Running it
 * twice is harmless for the same reason.
 */
export const refreshCredentialsJob = defineJob({
  name: "social.refreshCredentials",
  needs: ["social-mini", "social-official"],
  queue: "social",
  v: 1,
  payload: z.object({}),
  maxRunMs: seconds(20),
  options: { attempts: 2, backoff: { type: "fixed", delay: 5_000 } },
});
