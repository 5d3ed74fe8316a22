/** Plays whoever solves a captcha. */
import type { Router } from "@koa/router";
import { z } from "zod";
import type { CaptchaSide } from "../captcha/captcha.js";
import { bodyOf } from "./input.js";

const SolveBody = z.object({ action: z.string().max(32).default("signIn") });

export function captchaControl(router: Router, captcha: CaptchaSide): void {
  router.post("/sandbox/captcha/solve", async (ctx) => {
    const { action } = await bodyOf(ctx, SolveBody);
    ctx.body = { token: captcha.solve(action) };
  });
}
