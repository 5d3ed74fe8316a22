import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { payErrors } from "../pay.errors.js";
import { isOpen } from "./payAnomaly.js";
import { PayAnomalyModel, type PayAnomalyDoc } from "./payAnomaly.model.js";
import { AnomalyStatus } from "../reconciliation/reconciliation.states.js";

/** Marks an anomaly as handled by an operator. Throws 1007011000, 1007011001 when it ended or was closed before. */
export async function closeAnomaly(id: number, remark: string, operatorId: number): Promise<true> {
  return inTransaction(async () => {
    const anomaly = await PayAnomalyModel.findById(id).lean<PayAnomalyDoc>();
    if (!anomaly) throw payErrors.AnomalyNotFound();
    const { modifiedCount } = await PayAnomalyModel.updateOne(
      { $and: [{ _id: id }, isOpen] },
      { $set: { status: AnomalyStatus.closed, endedBy: "operator", endedAt: clock.now(), operatorId, remark } },
    );
    if (modifiedCount === 0) throw payErrors.AnomalyEnded();
    const before = { status: anomaly.status ?? AnomalyStatus.open };
    await recordOperation({
      module: "pay",
      action: "anomaly.close",
      bizId: id,
      before,
      after: { status: AnomalyStatus.closed, remark },
    });
    return true as const;
  });
}
