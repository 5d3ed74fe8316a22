import mongoose from "mongoose";
import { operateTypeOf } from "#shared/domains/audit/index.js";
import type { Migration } from "#shared/kernel/mongo/migrations.js";

/** Audit rows from before showed their kind of change only by their action. */
export const operateTypes: Migration = {
  number: 8,
  name: "0008 operate types of audit rows",
  async up() {
    const rows = mongoose.connection.db!.collection("operationLogs");
    const without = { operateType: { $exists: false } };
    for (const action of (await rows.distinct("action", without)) as string[])
      await rows.updateMany({ ...without, action }, { $set: { operateType: operateTypeOf(action) } });
  },
};
