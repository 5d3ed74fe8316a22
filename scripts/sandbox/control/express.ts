/** Plays the courier: parcels and their tracks. */
import type { Router } from "@koa/router";
import { z } from "zod";
import type { ExpressSide } from "../express/express.js";
import { isWatched, newestFirst, PARCEL_ENDS, type Parcel } from "../express/parcels.js";
import { badInput, bodyOf, notFound } from "./input.js";

const TrackBody = z.object({
  content: z.string().min(1).max(500),
  /** Epoch ms; default now. */
  time: z.int().min(0).max(8_640_000_000_000_000).optional(),
  delivered: z.boolean().default(false),
  /** The receiver refused it, it is on its way back, its sender has it; default: it goes its way. */
  back: z.enum(PARCEL_ENDS).nullable().default(null),
  push: z.boolean().default(true),
  times: z.int().min(1).max(500).default(1),
  badSignature: z.boolean().default(false),
  /** The address kdniao pushes to; default: the shop's /callback/express, as set in its console at the real provider. */
  callbackUrl: z.url({ protocol: /^https?$/ }).optional(),
});

function view(parcel: Parcel): object {
  const { no, company, delivered, back = null, subscription, kdniao, createdAt } = parcel;
  const by = [subscription && !subscription.ended && "kuaidi100", kdniao && !kdniao.ended && "kdniao"].filter(Boolean);
  return {
    no,
    company,
    delivered,
    state: back ?? (delivered ? "delivered" : "under way"),
    subscribed: isWatched(parcel),
    /** The providers that push. */
    by,
    callbackUrl: subscription?.callbackUrl ?? null,
    createdAt,
    tracks: newestFirst(parcel),
  };
}

export function expressControl(router: Router, express: ExpressSide, now: () => number): void {
  router.get("/sandbox/express", (ctx) => {
    ctx.body = express.parcels.list().map(view);
  });

  router.get("/sandbox/express/:no", (ctx) => {
    const no = ctx.params["no"] ?? "";
    const parcel = express.parcels.find(no);
    if (!parcel) throw notFound(`parcel ${no}`);
    ctx.body = view(parcel);
  });

  router.post("/sandbox/express/:no/tracks", async (ctx) => {
    const no = ctx.params["no"] ?? "";
    if (no.length > 32) throw badInput("logisticsNo", "at most 32 characters");
    const { content, time = now(), delivered, back, ...change } = await bodyOf(ctx, TrackBody);
    const { parcel, deliveries } = await express.addTrack(no, { content, time, delivered, back }, change);
    ctx.body = { ...view(parcel), deliveries };
  });
}
