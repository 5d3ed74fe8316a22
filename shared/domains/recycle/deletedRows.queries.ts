import { withOperators } from "#shared/domains/operator/index.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import type { DeletedDoc, OperatorActor } from "#shared/kernel/mongo/recycling.js";
import { mayRecycle, recycleKind, recycleKinds } from "./recycle.kinds.js";

interface DeletedRow {
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

/** Deleted rows of a kind, latest first. 400 for an unknown kind, 403 for one that the operator may not see. */
export async function pageDeletedRows(actor: OperatorActor, kind: string, page: Page): Promise<PageOf<DeletedRow>> {
  const { model, named, where = {} } = recycleKind(kind, "query", actor);
  const filter = { ...where, deletedAt: { $ne: null } };
  const latestFirst = { deletedAt: -1, _id: -1 } as const;
  const fields = { [named]: 1, deletedAt: 1, deletedBy: 1 } as const;
  const found = await pageOf<DeletedDoc & { deletedAt: Date }>(model as never, filter, page, latestFirst, { fields });
  const list = found.list.map((row) => ({
    id: row._id,
    name: String(row[named] ?? ""),
    deletedAt: row.deletedAt,
    operatorId: row.deletedBy ?? null,
  }));
  return { list: await withOperators(list), total: found.total };
}
