import { recordOperation } from "#shared/domains/audit/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { afterCommit, inTransaction } from "#shared/kernel/mongo/mongo.js";
import { alertErrors } from "../operations.errors.js";
import { AlertModel } from "./alert.model.js";
import { invalidateReads } from "../queues/cachedReads.js";
import { AlertStatus } from "./alert.states.js";

/** Records that an operator has seen an alert; only the first one counts. Throws AlertNotFound. */
export async function acknowledgeAlert(operatorId: number, alertId: number, remark: string): Promise<true> {
  return inTransaction(async () => {
    const { modifiedCount } = await AlertModel.updateOne(
      { _id: alertId, status: { $in: [AlertStatus.firing, AlertStatus.resolved] }, acknowledgedAt: null },
      { $set: { acknowledgedBy: operatorId, acknowledgedAt: clock.now(), remark } },
    );
    if (modifiedCount === 1) {
      afterCommit(invalidateReads);
      const after = { acknowledged: true, remark };
      await recordOperation({
        module: "infra",
        action: "alert.acknowledge",
        bizId: alertId,
        before: { acknowledged: false },
        after,
      });
    } else if (
      !(await AlertModel.exists({ _id: alertId, status: { $in: [AlertStatus.firing, AlertStatus.resolved] } }))
    )
      throw alertErrors.AlertNotFound({ id: alertId });
    return true as const;
  });
}
