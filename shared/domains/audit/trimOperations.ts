import { checkpoint } from "#shared/kernel/request/context.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { endOfChain, moveEnd } from "./auditChain.model.js";
import { OperationLogModel, type OperationLogDoc } from "./operationLog.model.js";

const KEPT_MS = days(180);
const MOST = 500;

/** Removes sealed rows older than 180 days from the start of the chain, and keeps the last one's hash as its anchor. */
export async function trimOperations(): Promise<void> {
  const before = new Date(clock.ms() - KEPT_MS);
  while ((await trimSome(before)) === MOST) checkpoint();
}

async function trimSome(before: Date): Promise<number> {
  return inTransaction(async () => {
    const anchor = await endOfChain("anchor");
    const oldest = await OperationLogModel.find({ seq: { $gt: anchor.seq } })
      .sort({ seq: 1 })
      .limit(MOST)
      .lean<OperationLogDoc[]>();
    const kept = oldest.findIndex(({ createdAt }) => createdAt >= before);
    const expired = kept === -1 ? oldest : oldest.slice(0, kept);
    const last = expired.at(-1);
    if (!last) return 0;
    await OperationLogModel.deleteMany({ _id: { $in: expired.map(({ _id }) => _id) } });
    if (!(await moveEnd("anchor", anchor.seq, { seq: last.seq!, hash: last.hash! }))) throw new LostRace("audit.trim");
    return expired.length;
  });
}
