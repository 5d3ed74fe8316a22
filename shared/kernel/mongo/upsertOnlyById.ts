import type mongoose from "mongoose";

/**
 * An upsert names its row by `_id`. By any other filter two at once may make two rows where no unique index stands, as on
 * a sharded cluster, and a store was seen that refuses one of a row that is there.
 */
export function upsertOnlyById(schema: mongoose.Schema, collection: string): void {
  const refuse = (filter: object): void => {
    if (!("_id" in filter)) throw new Error(`an upsert into ${collection} without _id in its filter`);
  };
  schema.pre(["updateOne", "updateMany", "findOneAndUpdate"], { document: false, query: true }, function () {
    const query = this as unknown as mongoose.Query<unknown, unknown>;
    if (query.getOptions().upsert) refuse(query.getFilter());
  });
  schema.pre("bulkWrite", function (operations: unknown) {
    for (const operation of operations as { updateOne?: { filter: object; upsert?: boolean } }[])
      if (operation.updateOne?.upsert) refuse(operation.updateOne.filter);
  });
}
