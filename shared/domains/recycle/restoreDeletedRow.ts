import { recordOperation } from "#shared/domains/audit/index.js";
import { restoreRow } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import type { DeletedDoc, OperatorActor } from "#shared/kernel/mongo/recycling.js";
import { defineErrors } from "#shared/kernel/request/errors.js";
import { recycleKind } from "./recycle.kinds.js";

const recycleErrors = defineErrors("recycle", {
  DeletedRowNotFound: {
    code: 1001004000,
    en: "Nothing that was deleted has this id",
    zh: "已删除的数据中不存在该编号",
  },
});

/**
 * Restores a deleted row, with what was deleted along with it. DeletedRowNotFound; 400 for an unknown kind, 403 without
 * the right to create one; the kind's own refusals if its name was taken meanwhile or its parent is gone.
 */
export async function restoreDeletedRow(actor: OperatorActor, kind: string, id: number): Promise<true> {
  const { model, named, where = {}, audit, set, taken, check, restored } = recycleKind(kind, "restore", actor);
  let row: DeletedDoc | null = null;
  try {
    return await inTransaction<true>(async () => {
      row = await model.findOne({ _id: id, ...where, deletedAt: { $ne: null } }).lean<DeletedDoc>();
      if (!row) throw recycleErrors.DeletedRowNotFound();
      await check?.(row, actor);
      if (!(await restoreRow(model, { _id: id }, set))) throw recycleErrors.DeletedRowNotFound();
      await restored?.(row);
      const [module, noun] = audit;
      const { deletedAt, deletedBy } = row;
      const before = { [named]: row[named], deletedAt, deletedBy };
      await recordOperation({ module, action: `${noun}.restore`, bizId: id, before });
      return true;
    });
  } catch (error) {
    throw row && taken && isDuplicateKey(error) ? taken(row, error) : error;
  }
}
