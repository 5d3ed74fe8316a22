import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { payErrors } from "./pay.errors.js";
import { isOpen } from "./payAnomaly.js";
import { PayAnomalyModel, type PayAnomalyDoc } from "./payAnomaly.model.js";

/** An operator has dealt with it. Throws 1007011000, 1007011001 when it ended or was closed before. */
export async function closeAnomaly(id: number, remark: string, operatorId: number): Promise<true> {
  return inTransaction(async () => {
    const anomaly = await PayAnomalyModel.findById(id).lean<PayAnomalyDoc>();
    if (!anomaly) throw payErrors.AnomalyNotFound();
    const { modifiedCount } = await PayAnomalyModel.updateOne(
      { $and: [{ _id: id }, isOpen] },
      { $set: { status: 20, endedBy: "operator", endedAt: clock.now(), operatorId, remark } },
    );
    if (modifiedCount === 0) throw payErrors.AnomalyEnded();
    const before = { status: anomaly.status ?? 0 };
    await recordOperation({ module: "pay", action: "anomaly.close", bizId: id, before, after: { status: 20, remark } });
    return true as const;
  });
}
