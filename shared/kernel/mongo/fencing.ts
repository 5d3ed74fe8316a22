import type mongoose from "mongoose";
import { currentContext } from "../request/context.js";

/**
 * A run under a lease that stood still, and wakes when the lease may be another's, writes nothing any more
 * (Context.fence). Asked before each write of a model, and before a transaction is committed; it costs no command.
 */
export function fenceWrites(schema: mongoose.Schema): void {
  const queries = ["updateOne", "updateMany", "replaceOne", "deleteOne", "deleteMany"] as const;
  const modifying = ["findOneAndUpdate", "findOneAndReplace", "findOneAndDelete"] as const;
  schema.pre([...queries, ...modifying], { document: false, query: true }, passFence);
  schema.pre("insertMany", passFence);
  schema.pre("bulkWrite", passFence);
  schema.pre("save", passFence);
}

export function passFence(): void {
  currentContext()?.fence?.();
}
