import type mongoose from "mongoose";
import { currentContext } from "../request/context.js";

/**
 * A run that was suspended, and continues when its lease may belong to another, writes nothing any more (Context.fence).
 * Checked before each write of a model, and before a transaction is committed; it costs no command.
 */
export function fenceWrites(schema: mongoose.Schema): void {
  const queries = ["updateOne", "updateMany", "replaceOne", "deleteOne", "deleteMany"] as const;
  const modifying = ["findOneAndUpdate", "findOneAndReplace", "findOneAndDelete"] as const;
  schema.pre([...queries, ...modifying], { document: false, query: true }, checkFence);
  schema.pre("insertMany", checkFence);
  schema.pre("bulkWrite", checkFence);
  schema.pre("save", checkFence);
}

export function checkFence(): void {
  currentContext()?.fence?.();
}
