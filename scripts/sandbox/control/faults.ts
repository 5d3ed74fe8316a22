/** Sets and clears faults, and lists the calls. */
import type { Router } from "@koa/router";
import { z } from "zod";
import type { Calls } from "../calls.js";
import { FAULT_MODES, type Faults } from "../faults.js";
import { badInput, bodyOf, queryOf } from "./input.js";

const DEFAULT_SLOW_MS = 2_000;

export function faultControl(router: Router, providers: readonly string[], faults: Faults, calls: Calls): void {
  const ProviderName = z.enum(providers as [string, ...string[]]);
  const FaultBody = z
    .object({
      platform: ProviderName,
      mode: z.enum(FAULT_MODES),
      count: z.int().min(0).max(1_000_000).default(1),
      delayMs: z.int().min(0).max(120_000).default(DEFAULT_SLOW_MS),
      after: z.boolean().default(false),
      path: z.string().min(1).max(200).nullable().default(null),
      no: z.string().min(1).max(64).optional(),
    })
    .refine(({ after, mode }) => !after || mode === "error" || mode === "timeout", {
      path: ["after"],
      message: "goes with error and timeout only",
    });

  router.get("/sandbox/faults", (ctx) => {
    ctx.body = faults.list();
  });

  router.put("/sandbox/faults", async (ctx) => {
    faults.put(await bodyOf(ctx, FaultBody));
    ctx.body = faults.list();
  });

  router.delete("/sandbox/faults", (ctx) => {
    const platform = queryOf(ctx, "platform");
    if (platform !== undefined && !providers.includes(platform)) {
      throw badInput("platform", `must be one of ${providers.join(", ")}`);
    }
    faults.clear(platform);
    ctx.body = faults.list();
  });

  router.get("/sandbox/calls", (ctx) => {
    ctx.body = calls.list(queryOf(ctx, "platform"));
  });
}
