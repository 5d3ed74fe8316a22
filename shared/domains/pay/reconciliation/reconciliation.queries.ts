import type { QueryFilter } from "mongoose";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { payErrors } from "../pay.errors.js";
import { PayAnomalyModel, type PayAnomalyDoc } from "../anomaly/payAnomaly.model.js";
import {
  DifferenceModel,
  ReconciliationModel,
  type DifferenceDoc,
  type DifferenceKind,
  type ReconciliationDoc,
} from "./reconciliation.model.js";
import type { ReconciliationStatus } from "./reconciliation.states.js";

interface ReconciliationSearch {
  channelId?: number | undefined;
  /** The first and the last day, both inclusive; a single value is the first. */
  day?: readonly string[] | undefined;
  status?: ReconciliationStatus | undefined;
}

/** Reconciliations, newest day first. */
export async function pageReconciliations(
  { channelId, day, status }: ReconciliationSearch,
  page: Page,
): Promise<PageOf<ReconciliationDoc>> {
  const [from, to] = day ?? [];
  const where: QueryFilter<ReconciliationDoc> = {
    ...(channelId === undefined ? {} : { channelIds: channelId }),
    ...(status === undefined ? {} : { status }),
    ...(from === undefined ? {} : { day: { $gte: from, ...(to === undefined ? {} : { $lte: to }) } }),
  };
  return pageOf(ReconciliationModel, where, page, { day: -1, _id: -1 });
}

export type DifferenceRow = DifferenceDoc & { anomaly: PayAnomalyDoc | null };
interface DifferenceSearch {
  kind?: DifferenceKind | undefined;
  /** 0 open, 10 ended. */
  status?: DifferenceDoc["status"] | undefined;
}

/** Open ones first. */
const differenceSort = { status: 1, _id: 1 } as const;

/** A reconciliation with its differences, open ones first, each with its anomaly. Throws 1007012000. */
export async function reconciliationInFull(
  id: number,
  { kind, status }: DifferenceSearch,
  page: Page,
): Promise<{ reconciliation: ReconciliationDoc; differences: PageOf<DifferenceRow> }> {
  const reconciliation = await ReconciliationModel.findById(id).lean<ReconciliationDoc>();
  if (!reconciliation) throw payErrors.ReconciliationNotFound();
  const where: QueryFilter<DifferenceDoc> = {
    reconciliationId: id,
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { status }),
  };
  const { list: rows, total } = await pageOf(DifferenceModel, where, page, differenceSort);
  const keys = rows.map(({ anomalyKey }) => anomalyKey);
  const anomalies = await PayAnomalyModel.find({ key: { $in: keys } }).lean<PayAnomalyDoc[]>();
  const byKey = new Map(anomalies.map((anomaly) => [anomaly.key, anomaly]));
  return {
    reconciliation,
    differences: { list: rows.map((row) => ({ ...row, anomaly: byKey.get(row.anomalyKey) ?? null })), total },
  };
}
