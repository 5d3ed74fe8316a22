import { operatorNames } from "#shared/domains/operator/index.js";
import { sharedMs } from "#shared/kernel/mongo/storeTime.js";
import { readProcesses, type SeenProcess } from "#shared/kernel/process/processes.js";
import { QueueSlotsModel, type QueueSlots } from "#shared/kernel/process/queueSlots.js";
import { seconds } from "#shared/kernel/time/clock.js";

/** Who asked for something, and when; null: an operator who is gone. */
interface Asked {
  by: string | null;
  at: Date;
}
type ProcessRow = SeenProcess & {
  /** How long ago it reported. */
  silentMs: number;
  asked: Asked | null;
};
/** The processes as they are now, the live ones first. */
export interface ProcessesNow {
  /** Epoch ms, real time. */
  at: number;
  /** How many live processes run each version, the most common first. */
  versions: { version: string; count: number }[];
  processes: ProcessRow[];
  /** The queues whose slots an operator has set for all processes. */
  slots: (QueueSlots & { by: string | null })[];
}

/** However many operators look, this process reads them once in this time. */
const EVERY_MS = seconds(2);
let latest: { at: number; now: Promise<ProcessesNow> } | undefined;

/** Two seconds old at most. */
export function listProcesses(): Promise<ProcessesNow> {
  if (latest && Date.now() - latest.at < EVERY_MS) return latest.now;
  const mine = (latest = { at: Date.now(), now: readNow() });
  mine.now.catch(() => latest === mine && invalidateProcesses());
  return mine.now;
}

/** Shows an operator's act at once, to callers of this process. */
export const invalidateProcesses = (): void => void (latest = undefined);

async function readNow(): Promise<ProcessesNow> {
  const [seen, slots] = await Promise.all([
    readProcesses(),
    QueueSlotsModel.find().sort({ _id: 1 }).lean<QueueSlots[]>(),
  ]);
  const names = await operatorNames([
    ...seen.map(({ drain }) => drain?.operatorId),
    ...slots.map((one) => one.operatorId),
  ]);
  const by = (id: number): string | null => names.get(id) ?? null;
  const at = sharedMs();
  const processes = seen.map((row) => ({
    ...row,
    silentMs: Math.max(0, at - row.reportedAt.getTime()),
    asked: row.drain ? { by: by(row.drain.operatorId), at: row.drain.at } : null,
  }));
  return {
    at,
    versions: countVersions(seen),
    processes: [...processes.filter(({ live }) => live), ...processes.filter(({ live }) => !live)],
    slots: slots.map((one) => ({ ...one, by: by(one.operatorId) })),
  };
}

function countVersions(seen: SeenProcess[]): ProcessesNow["versions"] {
  const counts = new Map<string, number>();
  for (const { version = "", live } of seen) if (live) counts.set(version, (counts.get(version) ?? 0) + 1);
  return [...counts].map(([version, count]) => ({ version, count })).sort((a, b) => b.count - a.count);
}
