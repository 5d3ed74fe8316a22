import type { QueryFilter } from "mongoose";
import { clock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { insertOnce } from "#shared/kernel/mongo/insertOnce.js";
import { PayAnomalyModel, type PayAnomalyDoc } from "./payAnomaly.model.js";
import { AnomalyStatus } from "../reconciliation/reconciliation.states.js";

type Listed = Omit<PayAnomalyDoc, "_id" | "createdAt" | "status" | "endedBy" | "endedAt" | "operatorId" | "remark">;

/** Lists an anomaly for the operators, once per key. In the caller's transaction, if there is one. */
export async function listAnomaly(
  anomaly: Partial<Listed> & Pick<Listed, "kind" | "key" | "no" | "paidFen">,
): Promise<void> {
  const _id = await nextId("payAnomalies");
  const { key, ...rest } = anomaly;
  await insertOnce(PayAnomalyModel, { key }, { _id, ...rest });
}

/** The key of a payment without an order of ours; the same for a callback, a query and a statement. */
export const unknownOrderKey = (payment: { family: string; no: string; channelOrderNo: string }): string =>
  `unknown-${payment.family}-${payment.no}-${payment.channelOrderNo}`;

/** Rows from before anomalies had a state count as open. */
export const isOpen: QueryFilter<PayAnomalyDoc> = { status: { $in: [AnomalyStatus.open, null] } };

/** How many of a pay order's an operator must look at, besides those of its refunds. */
export const openAnomaliesOf = (payOrderId: number): Promise<number> =>
  PayAnomalyModel.countDocuments({ $and: [{ payOrderId, refundId: null }, isOpen] });

/** Ends an anomaly automatically. One that an operator closed is not changed. */
export async function endAnomaly(
  which: QueryFilter<PayAnomalyDoc>,
  endedBy: "refund" | "provider" | "statement",
): Promise<void> {
  await PayAnomalyModel.updateMany(
    { $and: [which, isOpen] },
    { $set: { status: AnomalyStatus.ended, endedBy, endedAt: clock.now() } },
  );
}

/** Ends anomalies by what an operator did about them. In the caller's transaction, which records it. */
export async function closeAnomalies(
  which: QueryFilter<PayAnomalyDoc>,
  { operatorId, remark }: { operatorId: number; remark: string },
): Promise<void> {
  await PayAnomalyModel.updateMany(
    { $and: [which, isOpen] },
    { $set: { status: AnomalyStatus.closed, endedBy: "operator", endedAt: clock.now(), operatorId, remark } },
  );
}

/** Opens an anomaly again that a later statement, or the provider's later news, had ended. */
export async function reopenAnomaly(key: string): Promise<void> {
  await PayAnomalyModel.updateOne(
    { key, status: AnomalyStatus.ended, endedBy: { $in: ["statement", "provider"] } },
    { $set: { status: AnomalyStatus.open, endedBy: null, endedAt: null } },
  );
}
