import mongoose from "mongoose";

/** Gives rows from before a field its value: what is read as it is stored knows no defaults. */
export async function fill(collection: string, fields: Record<string, unknown>): Promise<void> {
  for (const [field, value] of Object.entries(fields))
    await mongoose.connection
      .db!.collection(collection)
      .updateMany({ [field]: { $exists: false } }, { $set: { [field]: value } });
}
