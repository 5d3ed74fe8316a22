/** Everyone's mailboxes. */
import type { Router } from "@koa/router";
import type { Mailbox } from "../mail/mailbox.js";
import { queryOf } from "./input.js";

export function mailControl(router: Router, mailbox: Mailbox): void {
  router.get("/sandbox/mails", (ctx) => {
    // An unescaped "+" in an address arrives as a space.
    ctx.body = mailbox.list(queryOf(ctx, "to")?.replaceAll(" ", "+"));
  });
}
