import type mongoose from "mongoose";
import { currentContext } from "../request/context.js";

/**
 * A run that was suspended, and continues when its lease may belong to another, writes nothing any more (Context.fence).
 * Checked before each write of a model, and before a transaction is committed; it costs no command.
 */
export function fenceWrites(schema: mongoose.Schema, noteWrite: () => void): void {
  const beforeWrite = (): void => {
    checkFence();
    noteWrite();
  };
  const queries = ["updateOne", "updateMany", "replaceOne", "deleteOne", "deleteMany"] as const;
  const modifying = ["findOneAndUpdate", "findOneAndReplace", "findOneAndDelete"] as const;
  schema.pre([...queries, ...modifying], { document: false, query: true }, beforeWrite);
  schema.pre("insertMany", beforeWrite);
  schema.pre("bulkWrite", beforeWrite);
  schema.pre("save", beforeWrite);
}

export function checkFence(): void {
  currentContext()?.fence?.check();
}

/** The last write of a transaction: it does not commit if the run's lease is another's, nor is the lease taken before. */
export async function holdFence(): Promise<void> {
  await currentContext()?.fence?.hold();
}
