import mongoose, { type Model } from "mongoose";

/**
 * A model's rows as they are stored, by the driver, for what is read every second: a query of the model costs more than twice
 * as much. Nothing is cast, deleted rows are not hidden, and no transaction is joined.
 */
export function plainRows<T extends { _id: unknown }>(model: Model<T>): mongoose.mongo.Collection<T> {
  return mongoose.connection.db!.collection<T>(model.collection.name);
}
