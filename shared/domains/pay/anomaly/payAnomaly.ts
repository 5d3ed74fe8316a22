import type { QueryFilter } from "mongoose";
import { clock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { insertOnce } from "#shared/kernel/mongo/insertOnce.js";
import { PayAnomalyModel, type PayAnomalyDoc } from "./payAnomaly.model.js";
import { AnomalyStatus } from "../reconciliation/reconciliation.states.js";

type Listed = Omit<PayAnomalyDoc, "_id" | "createdAt" | "status" | "endedBy" | "endedAt" | "operatorId" | "remark">;

/** Lists something for the operators, once a key. In the caller's transaction, if there is one. */
export async function listAnomaly(
  anomaly: Partial<Listed> & Pick<Listed, "kind" | "key" | "no" | "paidFen">,
): Promise<void> {
  const _id = await nextId("payAnomalies");
  const { key, ...rest } = anomaly;
  await insertOnce(PayAnomalyModel, { key }, { _id, ...rest });
}

/** The key of a payment of nothing of ours, whoever tells of it: a callback, a query, a statement. */
export const unknownOrderKey = (payment: { family: string; no: string; channelOrderNo: string }): string =>
  `unknown-${payment.family}-${payment.no}-${payment.channelOrderNo}`;

/** Open; rows from before anomalies had a state are. */
export const isOpen: QueryFilter<PayAnomalyDoc> = { status: { $in: [AnomalyStatus.open, null] } };

/** What was listed is over by itself. One that an operator closed stays as he left it. */
export async function endAnomaly(which: QueryFilter<PayAnomalyDoc>, endedBy: "refund" | "statement"): Promise<void> {
  await PayAnomalyModel.updateMany(
    { $and: [which, isOpen] },
    { $set: { status: AnomalyStatus.ended, endedBy, endedAt: clock.now() } },
  );
}

/** What a later statement had ended is there again. */
export async function reopenAnomaly(key: string): Promise<void> {
  await PayAnomalyModel.updateOne(
    { key, status: AnomalyStatus.ended, endedBy: "statement" },
    { $set: { status: AnomalyStatus.open, endedBy: null, endedAt: null } },
  );
}
