import mongoose from "mongoose";
import { logicallyDeleted } from "#shared/kernel/mongo/mongo.js";
import type { Migration } from "#shared/kernel/mongo/migrations.js";

const rows = (name: string) => mongoose.connection.db!.collection(name);

/**
 * Unique names apply to rows that are not deleted: such indexes replace those over all rows. Rows deleted before take
 * their last change as the time of deletion; the audit log has who did it.
 */
export const logicalDelete: Migration = {
  number: 7,
  name: "0007 logical delete",
  async beforeIndexes() {
    for (const name of logicallyDeleted)
      for (const index of await rows(name)
        .indexes()
        .catch(() => []))
        if (isReplaced(index)) await rows(name).dropIndex(index.name!);
    const byLastChange = [{ $set: { deletedAt: "$updatedAt", deletedBy: null } }];
    for (const name of ["lives", "liveRooms", "liveMounts"])
      await rows(name).updateMany({ deleted: true, deletedAt: { $exists: false } }, byLastChange);
    await rows("files").updateMany({ status: 2, deletedAt: { $exists: false } }, byLastChange);
  },
};

/** Operators' mobiles and addresses were sparse; a live's product that is being explained still is. */
const isReplaced = ({ key, unique, sparse }: { key: object; unique?: boolean; sparse?: boolean }): boolean =>
  "deleted" in key ||
  (unique === true && !("deletedAt" in key) && (sparse !== true || "mobile" in key || "email" in key));
