import type { z } from "zod";
import { epochMs } from "#api/http/fields.js";
import type { DifferenceRow, ReconciliationDoc } from "#shared/domains/pay/index.js";
import { AnomalyStatus } from "#shared/domains/pay/reconciliation/reconciliation.states.js";
import type { ReconciliationDetail, ReconciliationPage } from "./reconciliation.schemas.js";

export function reconciliationView(row: ReconciliationDoc): z.input<typeof ReconciliationPage>["list"][number] {
  return {
    id: row._id,
    platform: row.family,
    merchantId: row.merchantId,
    channelIds: row.channelIds,
    day: row.day,
    status: row.status,
    channelPaymentCount: row.therePayments,
    channelPaymentPrice: row.therePaymentFen,
    channelRefundCount: row.thereRefunds,
    channelRefundPrice: row.thereRefundFen,
    channelFeePrice: row.thereFeeFen,
    paymentCount: row.herePayments,
    paymentPrice: row.herePaymentFen,
    refundCount: row.hereRefunds,
    refundPrice: row.hereRefundFen,
    equalCount: row.equalLines,
    differenceCount: row.openDifferences,
    channelErrorCode: row.failureCode,
    channelErrorMsg: row.failureReason,
    tryTimes: row.tries,
    nextRunTime: epochMs(row.nextRunAt),
    compareTime: epochMs(row.comparedAt),
    createTime: row.createdAt.getTime(),
  };
}

const differenceView = (row: DifferenceRow): z.input<typeof ReconciliationDetail>["differences"]["list"][number] => ({
  id: row._id,
  kind: row.kind,
  no: row.no,
  refundNo: row.refundNo,
  channelOrderNo: row.channelOrderNo,
  channelRefundNo: row.channelRefundNo,
  channelId: row.channelId,
  payOrderId: row.payOrderId,
  refundId: row.refundId,
  price: row.hereFen,
  channelPrice: row.thereFen,
  note: row.note,
  status: row.status,
  endedBy: row.endedBy,
  endTime: epochMs(row.endedAt),
  anomalyId: row.anomaly?._id ?? null,
  anomalyStatus: row.anomaly ? (row.anomaly.status ?? AnomalyStatus.open) : null,
  createTime: row.createdAt.getTime(),
});

export function reconciliationDetail({
  reconciliation,
  differences: { list, total },
}: {
  reconciliation: ReconciliationDoc;
  differences: { list: DifferenceRow[]; total: number };
}): z.input<typeof ReconciliationDetail> {
  return { ...reconciliationView(reconciliation), differences: { list: list.map(differenceView), total } };
}
