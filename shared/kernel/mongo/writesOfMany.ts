import type mongoose from "mongoose";

interface Transactions {
  inTransaction<T>(fn: () => Promise<T>): Promise<T>;
  isInTransaction(): boolean;
}
type AnyQuery = mongoose.Query<unknown, unknown> & { op?: string };

/**
 * Has updateMany and deleteMany of a model run in a transaction of their own where they are in none. All rows change
 * together or none does; and where one of them is held by another's transaction, it is a lost race that is tried again, not
 * a wait: the embedded store waits for it with its lock taken, so that the other can never come to its end (check:store).
 */
export function writeManyTogether(
  model: mongoose.Model<never>,
  { inTransaction, isInTransaction }: Transactions,
): void {
  const query = (model as unknown as { Query: { prototype: AnyQuery } }).Query.prototype;
  const { exec } = query;
  query.exec = function (this: AnyQuery, ...args: []): Promise<unknown> {
    const isOfMany = this.op === "updateMany" || this.op === "deleteMany";
    if (!isOfMany || isInTransaction()) return exec.apply(this, args);
    // A query runs once; one that is tried again is another.
    return inTransaction(() => exec.apply(this.clone(), args));
  } as typeof exec;
}

/** In bulk they have to be in a transaction already. */
export function bulkOfManyInTransaction(schema: mongoose.Schema, isInTransaction: () => boolean): void {
  const isOfMany = (operation: object): boolean => "updateMany" in operation || "deleteMany" in operation;
  schema.pre("bulkWrite", function (operations: unknown) {
    if (!isInTransaction() && (operations as object[]).some(isOfMany))
      throw new Error("a bulk with writes of many rows, outside a transaction");
  });
}
