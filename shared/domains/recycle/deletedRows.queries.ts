import { withOperators } from "#shared/domains/operator/index.js";
import type { Page, PageOf } from "#shared/kernel/lists/pageOf.js";
import type { DeletedDoc, OperatorActor } from "#shared/kernel/mongo/recycling.js";
import { mayRecycle, recycleKind, recycleKinds } from "./recycle.kinds.js";

export interface DeletedRow {
  id: number;
  name: string;
  deletedAt: Date;
  /** Null: the service itself. */
  operatorId: number | null;
  operatorName: string | null;
}

/** The kinds whose deleted rows this operator may see. */
export function listRecycleKinds(
  actor: OperatorActor,
): { kind: string; en: string; zh: string; restorable: boolean }[] {
  return recycleKinds
    .filter((one) => mayRecycle(one, "query", actor))
    .map((one) => ({ kind: one.kind, en: one.en, zh: one.zh, restorable: mayRecycle(one, "restore", actor) }));
}

/** Deleted rows of a kind, the latest first. 400 for an unknown kind, 403 for one that is not the operator's to see. */
export async function pageDeletedRows(
  actor: OperatorActor,
  kind: string,
  { pageNo, pageSize }: Page,
): Promise<PageOf<DeletedRow>> {
  const { model, named, where = {} } = recycleKind(kind, "query", actor);
  const filter = { ...where, deletedAt: { $ne: null } };
  const found = await model
    .find(filter, { [named]: 1, deletedAt: 1, deletedBy: 1 })
    .sort({ deletedAt: -1, _id: -1 })
    .skip((pageNo - 1) * pageSize)
    .limit(pageSize)
    .lean<(DeletedDoc & { deletedAt: Date })[]>();
  const list = found.map((row) => ({
    id: row._id,
    name: String(row[named] ?? ""),
    deletedAt: row.deletedAt,
    operatorId: row.deletedBy ?? null,
  }));
  return { list: await withOperators(list), total: await model.countDocuments(filter) };
}
