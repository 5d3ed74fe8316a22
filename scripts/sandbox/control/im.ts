/** Shows the events of the chat; plays people who join a group, write in it and leave. */
import type { Router } from "@koa/router";
import { z } from "zod";
import { CALLS_A_SECOND, type ImSide } from "../im/im.js";
import { ImRefusal } from "../im/signature.js";
import { bodyOf, ControlError, queryOf } from "./input.js";

const Account = z.string().min(1).max(32);
const Accounts = z.object({ accounts: z.array(Account).min(1).max(1_000) });
const Limit = z.object({ callsASecond: z.int().min(0).max(1_000_000).default(CALLS_A_SECOND) });
const Said = z.object({ account: Account, text: z.string().min(1).max(500).default("Hello") });

export function imControl(router: Router, { chats, events, limit }: ImSide): void {
  router.get("/sandbox/im/events", (ctx) => {
    ctx.body = events.list({ userId: queryOf(ctx, "userId"), groupId: queryOf(ctx, "groupId") });
  });

  router.get("/sandbox/im/groups", (ctx) => {
    ctx.body = chats.list();
  });

  /** The limit of calls of a command per second; without a number the provider's. */
  router.put("/sandbox/im/limit", async (ctx) => {
    Object.assign(limit, await bodyOf(ctx, Limit));
    ctx.body = limit;
  });

  /** People join by their devices; an unknown account first signs in to the provider. */
  router.post("/sandbox/im/groups/:groupId/join", async (ctx) => {
    const groupId = ctx.params["groupId"] ?? "";
    const { accounts } = await bodyOf(ctx, Accounts);
    for (const account of accounts) {
      if (!chats.account(account)) chats.import({ account, nick: "", faceUrl: "" });
      refusedBy(() => chats.join(groupId, account));
      events.add({ type: "JOINED", userId: account, groupId, at: Date.now() });
    }
    ctx.body = chats.group(groupId);
  });

  router.post("/sandbox/im/groups/:groupId/leave", async (ctx) => {
    const groupId = ctx.params["groupId"] ?? "";
    const { accounts } = await bodyOf(ctx, Accounts);
    for (const account of accounts) {
      refusedBy(() => chats.leave(groupId, account));
      events.add({ type: "LEFT", userId: account, groupId, at: Date.now() });
    }
    ctx.body = chats.group(groupId);
  });

  /** {delivered}: false when the writer, or everyone, is muted. */
  router.post("/sandbox/im/groups/:groupId/messages", async (ctx) => {
    const groupId = ctx.params["groupId"] ?? "";
    const { account, text } = await bodyOf(ctx, Said);
    const delivered = refusedBy(() => chats.say(groupId, account));
    events.add({ type: "MESSAGE", userId: account, groupId, text: delivered ? text : "", at: Date.now() });
    ctx.body = { delivered };
  });
}

/** Converts the provider's refusals to those of the control. */
function refusedBy<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof ImRefusal) throw new ControlError(400, `IM_${error.code}`, error.message);
    throw error;
  }
}
