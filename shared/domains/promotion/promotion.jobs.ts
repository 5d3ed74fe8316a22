import { z } from "zod";
import { seconds } from "#shared/kernel/time/clock.js";
import { once } from "#shared/kernel/queue/repeats.js";
import { defineJob } from "#shared/kernel/queue/jobs.js";
import { Id } from "#shared/kernel/request/schemas.js";

/** Gives a new member's coupons. Idempotent: a member with a coupon of a template gets no second one. */
export const giveRegistrationCouponsJob = defineJob({
  name: "promotion.giveRegistrationCoupons",
  queue: "trade",
  v: 1,
  payload: z.object({ memberId: Id }),
  key: (p) => `registration-${p.memberId}`,
  ignoresRepeats: once("a member is created once"),
  about: (p) => ({ memberId: p.memberId }),
  maxRunMs: seconds(30),
});

/** Marks coupons past their end as expired. Idempotent: an unused one becomes expired once. */
export const expireCouponsJob = defineJob({
  name: "promotion.expireCoupons",
  queue: "order-timeout",
  v: 1,
  payload: z.object({}),
  maxRunMs: seconds(60),
});
