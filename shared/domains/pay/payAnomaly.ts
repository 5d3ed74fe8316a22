import { nextId } from "#shared/platform/ids.js";
import { PayAnomalyModel, type PayAnomalyDoc } from "./payAnomaly.model.js";

type Listed = Omit<PayAnomalyDoc, "_id" | "createdAt">;

/** Lists something for the operators, once a key. In the caller's transaction, if there is one. */
export async function listAnomaly(
  anomaly: Partial<Listed> & Pick<Listed, "kind" | "key" | "no" | "paidFen">,
): Promise<void> {
  const _id = await nextId("payAnomalies");
  const { key, ...rest } = anomaly;
  // An upsert, not an insert: a duplicate key would abort the transaction that this stands in.
  await PayAnomalyModel.updateOne({ key }, { $setOnInsert: { _id, ...rest } }, { upsert: true });
}
