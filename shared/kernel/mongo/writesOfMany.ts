import type mongoose from "mongoose";

interface Transactions {
  inTransaction<T>(fn: () => Promise<T>): Promise<T>;
  isInTransaction(): boolean;
}
type AnyQuery = mongoose.Query<unknown, unknown> & { op?: string };

/**
 * Makes updateMany and deleteMany of a model run in a transaction of their own outside one. All rows change or none does;
 * and a row that another transaction has written is a lost race that is tried again, not a wait: the embedded store would
 * wait with its lock taken, so that the other transaction could never end (check:store).
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
    // A query can run only once, so each try gets a clone.
    return inTransaction(() => exec.apply(this.clone(), args));
  } as typeof exec;
}

/** In a bulkWrite they have to be in a transaction already. */
export function bulkOfManyInTransaction(schema: mongoose.Schema, isInTransaction: () => boolean): void {
  const isOfMany = (operation: object): boolean => "updateMany" in operation || "deleteMany" in operation;
  schema.pre("bulkWrite", function (operations: unknown) {
    if (!isInTransaction() && (operations as object[]).some(isOfMany))
      throw new Error("a bulk with writes of many rows, outside a transaction");
  });
}
