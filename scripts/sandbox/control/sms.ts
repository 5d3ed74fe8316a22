/** The phones' inbox. */
import type { Router } from "@koa/router";
import type { SmsInbox } from "../sms/inbox.js";
import { queryOf } from "./input.js";

export function smsControl(router: Router, inbox: SmsInbox): void {
  router.get("/sandbox/sms", (ctx) => {
    // Removes a country code; an unescaped "+" arrives as a space.
    ctx.body = inbox.list(queryOf(ctx, "mobile")?.replace(/^[+ ]?86(?=1\d{10}$)/, ""));
  });
}
