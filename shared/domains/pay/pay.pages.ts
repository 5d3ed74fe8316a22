import type { QueryFilter } from "mongoose";
import { NotifyTaskModel, NotifyTryModel, type NotifyTaskDoc, type NotifyTryDoc } from "./notifyTask.model.js";
import { PayAnomalyModel, type AnomalyKind, type PayAnomalyDoc } from "./payAnomaly.model.js";
import { payErrors } from "./pay.errors.js";
import { PayRefundModel, type PayRefundDoc } from "./payRefund.model.js";
import type { NotifyStatus } from "./payOrder.states.js";

export interface Paging {
  pageNo: number;
  pageSize: number;
}
export interface Page<T> {
  list: T[];
  total: number;
}

/** Deliveries, newest first. */
export async function pageNotifyTasks(
  { merchantOrderId, status }: { merchantOrderId?: string | undefined; status?: NotifyStatus | undefined },
  { pageNo, pageSize }: Paging,
): Promise<Page<NotifyTaskDoc>> {
  const where: QueryFilter<NotifyTaskDoc> = {
    ...(merchantOrderId === undefined ? {} : { merchantOrderId }),
    ...(status === undefined ? {} : { status }),
  };
  const total = await NotifyTaskModel.countDocuments(where);
  const list = await NotifyTaskModel.find(where)
    .sort({ createdAt: -1, _id: -1 })
    .skip((pageNo - 1) * pageSize)
    .limit(pageSize)
    .lean<NotifyTaskDoc[]>();
  return { list, total };
}

/** A delivery with its tries, the first one first. Throws 1007010000. */
export async function notifyWithTries(notifyId: number): Promise<{ task: NotifyTaskDoc; tries: NotifyTryDoc[] }> {
  const task = await NotifyTaskModel.findById(notifyId).lean<NotifyTaskDoc>();
  if (!task) throw payErrors.NotifyNotFound();
  const tries = await NotifyTryModel.find({ notifyId }).sort({ tryNumber: 1 }).lean<NotifyTryDoc[]>();
  return { task, tries };
}

export type AnomalyRow = PayAnomalyDoc & { refund: PayRefundDoc | null };

/** What needs an operator's eye, newest first, with the refund that was made. */
export async function pageAnomalies(
  { kind, payOrderId }: { kind?: AnomalyKind | undefined; payOrderId?: number | undefined },
  { pageNo, pageSize }: Paging,
): Promise<Page<AnomalyRow>> {
  const where: QueryFilter<PayAnomalyDoc> = {
    ...(kind === undefined ? {} : { kind }),
    ...(payOrderId === undefined ? {} : { payOrderId }),
  };
  const total = await PayAnomalyModel.countDocuments(where);
  const rows = await PayAnomalyModel.find(where)
    .sort({ createdAt: -1, _id: -1 })
    .skip((pageNo - 1) * pageSize)
    .limit(pageSize)
    .lean<PayAnomalyDoc[]>();
  const refundIds = rows.map((row) => row.refundId).filter((id) => id !== null);
  const refunds = await PayRefundModel.find({ _id: { $in: refundIds } }).lean<PayRefundDoc[]>();
  const byId = new Map(refunds.map((refund) => [refund._id, refund]));
  return { list: rows.map((row) => ({ ...row, refund: byId.get(row.refundId ?? 0) ?? null })), total };
}
