import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** An end of the chain: "head" is the row sealed last, "anchor" the one that retention removed last. */
interface AuditChainDoc {
  _id: "head" | "anchor";
  /** 0 before the first row. */
  seq: number;
  hash: string;
}

export const AuditChainModel = defineModel<AuditChainDoc>("auditChain", {
  _id: { type: String, required: true },
  seq: { type: Number, default: 0 },
  hash: { type: String, default: "" },
});

/** The current state of an end. */
export async function endOfChain(end: AuditChainDoc["_id"]): Promise<Pick<AuditChainDoc, "seq" | "hash">> {
  const { seq, hash } = (await AuditChainModel.findById(end).lean<AuditChainDoc>()) ?? { seq: 0, hash: "" };
  return { seq, hash };
}

/** Moves an end forward; false when another process has moved it meanwhile. */
export async function moveEnd(end: AuditChainDoc["_id"], from: number, to: { seq: number; hash: string }) {
  if (from === 0) await AuditChainModel.updateOne({ _id: end }, { $setOnInsert: { seq: 0 } }, { upsert: true });
  const { matchedCount } = await AuditChainModel.updateOne({ _id: end, seq: from }, { $set: to });
  return matchedCount === 1;
}
