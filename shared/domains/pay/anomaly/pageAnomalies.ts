import type { QueryFilter } from "mongoose";
import { createdWithin, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { payErrors } from "../pay.errors.js";
import { isOpen } from "./payAnomaly.js";
import { PayAnomalyModel, type AnomalyKind, type PayAnomalyDoc } from "./payAnomaly.model.js";
import { payersOf } from "../order/payOrder.queries.js";
import { PayRefundModel, type PayRefundDoc } from "../refund/payRefund.model.js";
import { AnomalyStatus } from "../reconciliation/reconciliation.states.js";

/** An anomaly with its automatic refund and the member of its pay order; null when there is none. */
export type AnomalyRow = PayAnomalyDoc & { refund: PayRefundDoc | null; memberId: number | null };

interface AnomalySearch {
  kind?: AnomalyKind | undefined;
  status?: AnomalyStatus | undefined;
  payOrderId?: number | undefined;
  merchantOrderId?: string | undefined;
  /** The number of the payment or the refund, ours or the channel's. */
  no?: string | undefined;
  /** From and to, both inclusive. */
  createTime?: TimeSpan | undefined;
}

/** Anomalies for operators, newest first, with their automatic refunds. */
export async function pageAnomalies(
  { kind, status, payOrderId, merchantOrderId, no, createTime }: AnomalySearch,
  page: Page,
): Promise<PageOf<AnomalyRow>> {
  const where: QueryFilter<PayAnomalyDoc> = {
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : status === AnomalyStatus.open ? isOpen : { status }),
    ...(payOrderId === undefined ? {} : { payOrderId }),
    ...(merchantOrderId === undefined ? {} : { merchantOrderId }),
    ...(no === undefined ? {} : { $or: [{ no }, { channelOrderNo: no }] }),
    ...createdWithin(createTime),
  };
  const { list, total } = await pageOf(PayAnomalyModel, where, page);
  return { list: await inFull(list), total };
}

/** Throws 1007011000. */
export async function anomalyInFull(id: number): Promise<AnomalyRow> {
  const row = await PayAnomalyModel.findById(id).lean<PayAnomalyDoc>();
  if (!row) throw payErrors.AnomalyNotFound();
  const [full] = await inFull([row]);
  return full!;
}

async function inFull(rows: PayAnomalyDoc[]): Promise<AnomalyRow[]> {
  const refundIds = rows.map((row) => row.refundId).filter((id) => id !== null);
  const refunds = await PayRefundModel.find({ _id: { $in: refundIds } }).lean<PayRefundDoc[]>();
  const byId = new Map(refunds.map((refund) => [refund._id, refund]));
  const payers = await payersOf(rows.map((row) => row.payOrderId).filter((id) => id !== null));
  return rows.map((row) => ({
    ...row,
    refund: byId.get(row.refundId ?? 0) ?? null,
    memberId: payers.get(row.payOrderId ?? 0) ?? null,
  }));
}
