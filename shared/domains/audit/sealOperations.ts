import { checkpoint } from "#shared/kernel/request/context.js";
import { log } from "#shared/kernel/observability/log.js";
import { endOfChain, forgetPending, moveEnd, type Seal } from "./auditChain.model.js";
import { hashOperation } from "./hashOperation.js";
import { OperationLogModel, type OperationLogDoc } from "./operationLog.model.js";

const MOST = 200;

/**
 * Gives unsealed rows their sequence number and hash, in the order of their ids, and moves the head of the chain. The
 * head's guarded write decides the seals and holds them until they are on their rows: of two processes one decides,
 * and what a killed one has decided, the next one finishes at once. No transaction, as one that is left behind would
 * hold the rows for the minute in which the store ends it.
 */
export async function sealOperations(): Promise<void> {
  if (!(await OperationLogModel.exists({ unsealed: true }))) return;
  while ((await sealSome()) === MOST) checkpoint();
}

async function sealSome(): Promise<number> {
  // Before the rows: those found unsealed after it still are while the head has not moved.
  const { pending, ...head } = await endOfChain("head");
  if (pending) await putOnRows(pending);
  const rows = await OperationLogModel.find({ unsealed: true }).limit(MOST).lean<OperationLogDoc[]>();
  if (rows.length === 0) return 0;
  let { seq, hash } = head;
  const seals = rows
    .sort((a, b) => a._id - b._id)
    .map((row) => {
      hash = hashOperation(row, { seq: ++seq, previous: hash });
      return { _id: row._id, seq, hash };
    });
  // Another process seals them.
  if (!(await moveEnd("head", head.seq, { seq, hash, pending: seals }))) return 0;
  // Logged outside the database as well, to detect a removal of the newest rows that puts the head back.
  log.info({ seq, hash }, "audit rows sealed");
  await putOnRows(seals);
  return rows.length;
}

/** Harmless when others do the same: a sealed row is not sealed again. In order, so that the rows have no gap. */
async function putOnRows(seals: Seal[]): Promise<void> {
  await OperationLogModel.bulkWrite(
    seals.map(({ _id, seq, hash }) => ({
      updateOne: { filter: { _id, unsealed: true }, update: { $set: { seq, hash }, $unset: { unsealed: true } } },
    })),
    { timestamps: false },
  );
  await forgetPending(seals.at(-1)!.seq);
}
