import { checkpoint } from "#shared/kernel/request/context.js";
import { log } from "#shared/kernel/observability/log.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { endOfChain, moveEnd } from "./auditChain.model.js";
import { hashOperation } from "./hashOperation.js";
import { OperationLogModel, type OperationLogDoc } from "./operationLog.model.js";

const MOST = 200;

/**
 * Gives unsealed rows their sequence number and hash, in the order of their ids, and moves the head of the chain. One
 * process at a time, as its schedule has a lease; of two, the head's guarded write makes one lose.
 */
export async function sealOperations(): Promise<void> {
  if (!(await OperationLogModel.exists({ unsealed: true }))) return;
  while ((await sealSome()) === MOST) checkpoint();
}

async function sealSome(): Promise<number> {
  const sealed = await inTransaction(async () => {
    const rows = await OperationLogModel.find({ unsealed: true }).limit(MOST).lean<OperationLogDoc[]>();
    if (rows.length === 0) return { rows: 0, seq: 0, hash: "" };
    const head = await endOfChain("head");
    let { seq, hash } = head;
    const updates = rows
      .sort((a, b) => a._id - b._id)
      .map((row) => {
        hash = hashOperation(row, { seq: ++seq, previous: hash });
        const update = { $set: { seq, hash }, $unset: { unsealed: true as const } };
        return { updateOne: { filter: { _id: row._id, unsealed: true as const }, update } };
      });
    const { matchedCount } = await OperationLogModel.bulkWrite(updates, { timestamps: false });
    if (matchedCount !== rows.length || !(await moveEnd("head", head.seq, { seq, hash })))
      throw new LostRace("audit.seal");
    return { rows: rows.length, seq, hash };
  });
  // Logged outside the database as well, to detect a removal of the newest rows that puts the head back.
  if (sealed.rows > 0) log.info({ seq: sealed.seq, hash: sealed.hash }, "audit rows sealed");
  return sealed.rows;
}
