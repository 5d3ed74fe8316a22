import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { loyaltySettings, saveLoyaltyConfig } from "#shared/domains/loyalty/index.js";

const Points = z.number().int().min(0).max(1_000_000);
/** MaxPrice is a number of points, whatever its name (rules: Catalog and prices). */
const fields = {
  pointTradeDeductEnable: z.boolean(),
  /** Fen per point. */
  pointTradeDeductUnitPrice: Points,
  /** Maximum points per order; 0 or null: no cap. */
  pointTradeDeductMaxPrice: Points.nullable(),
  /** Points per yuan paid. */
  pointTradeGivePoint: Points,
};
const ConfigView = z.object(fields);
const ConfigBody = z
  .object({ ...fields, pointTradeDeductMaxPrice: Points.nullish() })
  .refine((config) => !config.pointTradeDeductEnable || config.pointTradeDeductUnitPrice > 0, {
    path: ["pointTradeDeductUnitPrice"],
    error: "must be at least 1 while points are taken",
  });

const get = endpoint({
  method: "get",
  path: "/admin-api/member/config/get",
  access: operator("member:config:query"),
  summary: "Returns the settings of points: their value and how they are earned",
  output: ConfigView,
  handle: () => loyaltySettings(),
  view: ({ deductEnabled, fenPerPoint, maxPoints, pointsPerYuan }) => ({
    pointTradeDeductEnable: deductEnabled,
    pointTradeDeductUnitPrice: fenPerPoint,
    pointTradeDeductMaxPrice: maxPoints,
    pointTradeGivePoint: pointsPerYuan,
  }),
});

const save = endpoint({
  method: "put",
  path: "/admin-api/member/config/save",
  access: operator("member:config:save"),
  summary: "Updates the settings of points: their value and how they are earned",
  input: { body: ConfigBody },
  output: z.boolean(),
  handle: ({ body }) =>
    saveLoyaltyConfig({
      deductEnabled: body.pointTradeDeductEnable,
      fenPerPoint: body.pointTradeDeductUnitPrice,
      maxPoints: body.pointTradeDeductMaxPrice || null,
      pointsPerYuan: body.pointTradeGivePoint,
    }),
});

export const loyaltyConfigEndpoints = [get, save];
