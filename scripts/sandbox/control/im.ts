/** What happened in the chat. */
import type { Router } from "@koa/router";
import type { ImEvents } from "../im/im.js";
import { queryOf } from "./input.js";

export function imControl(router: Router, events: ImEvents): void {
  router.get("/sandbox/im/events", (ctx) => {
    ctx.body = events.list(queryOf(ctx, "userId"));
  });
}
