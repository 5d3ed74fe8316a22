import type { QueryFilter } from "mongoose";
import { payErrors } from "./pay.errors.js";
import { isOpen } from "./payAnomaly.js";
import { PayAnomalyModel, type AnomalyKind, type AnomalyStatus, type PayAnomalyDoc } from "./payAnomaly.model.js";
import { PayRefundModel, type PayRefundDoc } from "./refund/payRefund.model.js";

export interface Paging {
  pageNo: number;
  pageSize: number;
}
export interface Page<T> {
  list: T[];
  total: number;
}

export type AnomalyRow = PayAnomalyDoc & { refund: PayRefundDoc | null };

export interface AnomalySearch {
  kind?: AnomalyKind | undefined;
  status?: AnomalyStatus | undefined;
  payOrderId?: number | undefined;
  /** From and to, both counting. */
  createTime?: readonly [Date, Date] | undefined;
}

/** What needs an operator's eye, newest first, with the refund that was made. */
export async function pageAnomalies(
  { kind, status, payOrderId, createTime }: AnomalySearch,
  { pageNo, pageSize }: Paging,
): Promise<Page<AnomalyRow>> {
  const where: QueryFilter<PayAnomalyDoc> = {
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : status === 0 ? isOpen : { status }),
    ...(payOrderId === undefined ? {} : { payOrderId }),
    ...(createTime === undefined ? {} : { createdAt: { $gte: createTime[0], $lte: createTime[1] } }),
  };
  const total = await PayAnomalyModel.countDocuments(where);
  const rows = await PayAnomalyModel.find(where)
    .sort({ createdAt: -1, _id: -1 })
    .skip((pageNo - 1) * pageSize)
    .limit(pageSize)
    .lean<PayAnomalyDoc[]>();
  return { list: await withRefunds(rows), total };
}

/** One of them. Throws 1007011000. */
export async function anomalyInFull(id: number): Promise<AnomalyRow> {
  const row = await PayAnomalyModel.findById(id).lean<PayAnomalyDoc>();
  if (!row) throw payErrors.AnomalyNotFound();
  const [full] = await withRefunds([row]);
  return full!;
}

async function withRefunds(rows: PayAnomalyDoc[]): Promise<AnomalyRow[]> {
  const refundIds = rows.map((row) => row.refundId).filter((id) => id !== null);
  const refunds = await PayRefundModel.find({ _id: { $in: refundIds } }).lean<PayRefundDoc[]>();
  const byId = new Map(refunds.map((refund) => [refund._id, refund]));
  return rows.map((row) => ({ ...row, refund: byId.get(row.refundId ?? 0) ?? null }));
}
