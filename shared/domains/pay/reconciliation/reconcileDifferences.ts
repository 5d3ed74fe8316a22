import { clock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { insertOnce } from "#shared/kernel/mongo/insertOnce.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { endAnomaly, listAnomaly, reopenAnomaly, unknownOrderKey } from "../anomaly/payAnomaly.js";
import type { AnomalyKind } from "../anomaly/payAnomaly.model.js";
import { PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import { findPayOrder } from "../order/payOrder.queries.js";
import type { Difference } from "./reconcileLines.js";
import {
  DifferenceModel,
  type DifferenceDoc,
  type DifferenceEnd,
  type DifferenceKind,
  type ReconciliationDoc,
} from "./reconciliation.model.js";
import { DifferenceStatus } from "./reconciliation.states.js";

const anomalyKinds: Record<DifferenceKind, AnomalyKind> = {
  paymentUnknown: "unknownOrder",
  paymentAbsent: "billPaymentAbsent",
  amountDiffers: "billAmountDiffers",
  refundUnknown: "billRefundUnknown",
  refundAbsent: "billRefundAbsent",
  statusDiffers: "billStatusDiffers",
};

const keyOf = ({ kind, no, refundNo, channelRefundNo }: Difference): string =>
  `${kind} ${refundNo || channelRefundNo || no}`;

/** An unknown payment has the key of its callback's anomaly, so that the statement does not list it again. */
function anomalyKeyOf({ family }: ReconciliationDoc, difference: Difference): string {
  if (difference.kind === "paymentUnknown")
    return unknownOrderKey({ family, no: difference.no, channelOrderNo: difference.channelOrderNo ?? "" });
  return `bill ${family} ${keyOf(difference)}`;
}

/** Stores the differences of a run: lists new ones for the operators and ends vanished ones. Idempotent. */
export async function storeDifferences(
  reconciliation: ReconciliationDoc,
  differences: readonly Difference[],
): Promise<void> {
  const known = await DifferenceModel.find({ reconciliationId: reconciliation._id }).lean<DifferenceDoc[]>();
  const left = new Map(known.map((row) => [row.key, row]));
  for (const difference of differences) {
    const before = left.get(keyOf(difference));
    left.delete(keyOf(difference));
    if (before?.status !== DifferenceStatus.open) await open(reconciliation, difference);
  }
  for (const row of left.values()) if (row.status === DifferenceStatus.open) await endDifference(row, "vanished");
}

async function open(reconciliation: ReconciliationDoc, difference: Difference): Promise<void> {
  const anomalyKey = anomalyKeyOf(reconciliation, difference);
  await inTransaction(async () => {
    await write(reconciliation, difference, anomalyKey, {
      status: DifferenceStatus.open,
      endedBy: null,
      endedAt: null,
    });
    const order = difference.payOrderId === null ? null : await findPayOrder(difference.payOrderId);
    await listAnomaly({
      kind: anomalyKinds[difference.kind],
      key: anomalyKey,
      payOrderId: difference.payOrderId,
      merchantOrderId: order?.merchantOrderId ?? null,
      attemptId: difference.attemptId,
      channelCode: await channelCodeOf(reconciliation, difference),
      no: difference.refundNo || difference.no,
      channelOrderNo: difference.channelOrderNo,
      paidFen: difference.thereFen ?? 0,
      expectedFen: difference.hereFen,
      refundId: difference.refundId,
      note: `${reconciliation.day} ${difference.note}`.trim(),
    });
    await reopenAnomaly(anomalyKey);
  });
}

async function channelCodeOf({ family }: ReconciliationDoc, { attemptId }: Difference): Promise<string> {
  const attempt = attemptId === null ? null : await PayAttemptModel.findById(attemptId).lean<PayAttemptDoc>();
  return attempt?.channelCode ?? family;
}

/** Stores, as ended, the difference of a payment that the statement revealed and a query of the channel settled. */
export async function storeSettledDifference(
  reconciliation: ReconciliationDoc,
  difference: Difference,
  endedBy: DifferenceEnd,
): Promise<void> {
  const known = await DifferenceModel.findOne({
    reconciliationId: reconciliation._id,
    key: keyOf(difference),
  }).lean<DifferenceDoc>();
  if (known) return endDifference(known, endedBy);
  const over = { status: DifferenceStatus.ended, endedBy, endedAt: clock.now() } as const;
  await write(reconciliation, difference, anomalyKeyOf(reconciliation, difference), over);
}

type End = Pick<DifferenceDoc, "status" | "endedBy" | "endedAt">;

async function write({ _id }: ReconciliationDoc, difference: Difference, anomalyKey: string, end: End): Promise<void> {
  const differenceId = await nextId("payReconciliationDifferences");
  const { kind, no, ...fields } = difference;
  const row = { reconciliationId: _id, key: keyOf(difference) };
  const now = { ...fields, ...end };
  if (await insertOnce(DifferenceModel, row, { ...now, _id: differenceId, kind, no, anomalyKey })) return;
  await DifferenceModel.updateOne(row, { $set: now });
}

async function endDifference({ _id, anomalyKey }: DifferenceDoc, endedBy: DifferenceEnd): Promise<void> {
  await inTransaction(async () => {
    const { modifiedCount } = await DifferenceModel.updateOne(
      { _id, status: DifferenceStatus.open },
      { $set: { status: DifferenceStatus.ended, endedBy, endedAt: clock.now() } },
    );
    if (modifiedCount > 0) await endAnomaly({ key: anomalyKey }, "statement");
  });
}
