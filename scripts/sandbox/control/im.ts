/** What happened in the chat; plays those who enter a group, write in it and leave. */
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

  /** How often a command may be called in a second; without a number as the platform has it. */
  router.put("/sandbox/im/limit", async (ctx) => {
    Object.assign(limit, await bodyOf(ctx, Limit));
    ctx.body = limit;
  });

  /** People enter by their devices; whoever is not known to the platform yet signs in to it first. */
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

/** A no of the platform, as the control tells it. */
function refusedBy<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof ImRefusal) throw new ControlError(400, `IM_${error.code}`, error.message);
    throw error;
  }
}
