import type mongoose from "mongoose";

/**
 * An upsert must filter by `_id`. With any other filter two at once may insert two rows where there is no unique index, as
 * on a sharded cluster, and one store was seen to refuse an upsert of an existing row.
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
