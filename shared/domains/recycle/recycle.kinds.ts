import { activityRecycling } from "#shared/domains/promotion/activity/index.js";
import { adminRecycling } from "#shared/domains/operator/index.js";
import { alertRecycling } from "#shared/domains/operations/index.js";
import { catalogRecycling } from "#shared/domains/catalog/index.js";
import { liveRecycling } from "#shared/domains/live/index.js";
import { loyaltyRecycling } from "#shared/domains/loyalty/index.js";
import { payRecycling } from "#shared/domains/pay/index.js";
import { promotionRecycling } from "#shared/domains/promotion/index.js";
import { rechargeRecycling } from "#shared/domains/recharge/index.js";
import { tradeRecycling } from "#shared/domains/trade/index.js";
import { webhookRecycling } from "#shared/domains/webhook/index.js";
import { websiteRecycling } from "#shared/domains/website/index.js";
import { errors } from "#shared/kernel/request/errors.js";
import type { OperatorActor, Recycling } from "#shared/kernel/mongo/recycling.js";

/** Everything that operators can delete and restore. */
export const recycleKinds: readonly Recycling[] = [
  ...tradeRecycling,
  ...catalogRecycling,
  ...promotionRecycling,
  ...activityRecycling,
  ...loyaltyRecycling,
  ...payRecycling,
  ...rechargeRecycling,
  ...websiteRecycling,
  ...liveRecycling,
  ...adminRecycling,
  ...alertRecycling,
  ...webhookRecycling,
];

/** The recycling rights alone do not suffice: viewing or restoring a kind takes its own query or create right. */
export function mayRecycle({ right }: Recycling, verb: "query" | "restore", { permissions }: OperatorActor): boolean {
  const needed = typeof right === "object" ? right[verb] : `${right}:${verb === "query" ? "query" : "create"}`;
  return permissions.includes("*") || permissions.includes(needed);
}

/** 400 for an unknown kind; 403 for one that the operator has no right to. */
export function recycleKind(kind: string, verb: "query" | "restore", actor: OperatorActor): Recycling {
  const found = recycleKinds.find((one) => one.kind === kind);
  if (!found) throw errors.BadInput({ field: "kind", reason: "unknown" });
  if (!mayRecycle(found, verb, actor)) throw errors.Forbidden();
  return found;
}
