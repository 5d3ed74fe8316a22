import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** The place of a row in the chain, from 1, and the hash of the row and the one before it, hex. */
export interface Seal {
  _id: number;
  seq: number;
  hash: string;
}

/** An end of the chain: "head" is the row sealed last, "anchor" the one that retention removed last. */
interface AuditChainDoc {
  _id: "head" | "anchor";
  /** 0 before the first row. */
  seq: number;
  hash: string;
  /** Of the head: seals that are decided and perhaps not on their rows yet; absent when all are. */
  pending?: Seal[];
}

export const AuditChainModel = defineModel<AuditChainDoc>("auditChain", {
  _id: { type: String, required: true },
  seq: { type: Number, default: 0 },
  hash: { type: String, default: "" },
  pending: { type: [{ _id: Number, seq: Number, hash: String }], default: undefined },
});

/** The current state of an end. */
export async function endOfChain(end: AuditChainDoc["_id"]): Promise<Omit<AuditChainDoc, "_id">> {
  const found = await AuditChainModel.findById(end).lean<AuditChainDoc>();
  return found ?? { seq: 0, hash: "" };
}

/**
 * Moves an end forward, the head with the seals that this decides; false when another process has moved it meanwhile,
 * or has not yet put its seals on their rows.
 */
export async function moveEnd(
  end: AuditChainDoc["_id"],
  from: number,
  to: Omit<AuditChainDoc, "_id">,
): Promise<boolean> {
  if (from === 0) await AuditChainModel.updateOne({ _id: end }, { $setOnInsert: { seq: 0 } }, { upsert: true });
  const { matchedCount } = await AuditChainModel.updateOne(
    { _id: end, seq: from, pending: { $exists: false } },
    { $set: to },
  );
  return matchedCount === 1;
}

/** The head's seals up to `seq` are on their rows. */
export async function forgetPending(seq: number): Promise<void> {
  await AuditChainModel.updateOne({ _id: "head", seq }, { $unset: { pending: true } });
}
