import { z } from "zod";
import { Confirm } from "#api/http/security/confirm.js";
import { Instant, LongId, longOf, optional, pageOf, periodEnds, periodFault, Time } from "#api/http/fields.js";
import { RewardCondition } from "#shared/domains/promotion/promotion.codes.js";
import { Fen, int, Name, namesItsScope, Remark, Scope, scopeFault, ScopeValues } from "./promotion.fields.js";

const Rule = z.object({
  /** Fen with conditionType 10, pieces with 20. */
  limit: Fen.min(1),
  discountPrice: optional(Fen),
  freeDelivery: optional(z.boolean()),
  point: optional(z.number().int().min(0).max(1_000_000)),
  /** {"<template id>": count}. */
  giveCouponTemplateCounts: optional(
    z.record(z.string().regex(/^[1-9]\d{0,14}$/, "must be an id"), z.number().int().min(1).max(20)),
  ),
});
const fields = {
  name: Name,
  startTime: Instant,
  endTime: Instant,
  remark: Remark,
  /** 10 amount, 20 number of pieces. */
  conditionType: longOf(Object.values(RewardCondition)),
  productScope: Scope,
  productScopeValues: ScopeValues,
  rules: z
    .array(Rule)
    .min(1)
    .max(20)
    .refine((rules) => new Set(rules.map(({ limit }) => limit)).size === rules.length, {
      error: "must have a limit once",
    }),
  confirm: Confirm,
};
export const RewardCreateBody = z.object(fields).refine(periodEnds, periodFault).refine(namesItsScope, scopeFault);
export const RewardUpdateBody = z
  .object({ id: LongId, ...fields })
  .refine(periodEnds, periodFault)
  .refine(namesItsScope, scopeFault);

export const RewardAdminView = z.object({
  id: int,
  name: z.string(),
  status: int,
  /** 10 waiting, 20 running, 30 ended, 40 closed. */
  activityStatus: int,
  startTime: Time,
  endTime: Time,
  remark: z.string(),
  conditionType: int,
  productScope: int,
  productScopeValues: z.array(int),
  rules: z.array(
    z.object({
      limit: int,
      discountPrice: int,
      freeDelivery: z.boolean(),
      point: int,
      giveCouponTemplateCounts: z.record(z.string(), int),
      /** In the members' language. */
      description: z.string(),
    }),
  ),
  createTime: Time,
});
export const RewardAdminPage = pageOf(RewardAdminView);
