import { clock, hours, seconds } from "#shared/kernel/time/clock.js";
import { isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { RollUpMarkModel } from "./analytics.models.js";

/** How often a process renews a mark while it stores for the same hour. */
const REMARK_MS = seconds(30);
/**
 * An hour is counted for good when it was not marked for this long before the count: longer than REMARK_MS, so that
 * what is stored after a count always leaves a mark that the count does not remove.
 */
export const QUIET_MS = seconds(60);

const hourOf = (ms: number): number => ms - (ms % hours(1));
const marked = new Map<number, number>();

/** To be called after storing: marks the hour to be counted. Whole hours are the same in Asia/Shanghai and in UTC. */
export async function markHour(at: number): Promise<void> {
  const hour = hourOf(at);
  const now = clock.ms();
  const last = marked.get(hour);
  if (last !== undefined && now - last < REMARK_MS && now >= last) return;
  await RollUpMarkModel.updateOne({ _id: hour }, { $set: { markedAt: new Date(now) } }, { upsert: true }).catch(
    (error: unknown) => {
      // Another process marked it at the same moment.
      if (!isDuplicateKey(error)) throw error;
    },
  );
  if (marked.size > 200) marked.clear();
  marked.set(hour, now);
}
