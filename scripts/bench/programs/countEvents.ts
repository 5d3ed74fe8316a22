/** Counts a day that fillEvents.js made, as the worker's job does: `countEvents.js <day> bare|due|late`. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import {
  RollUpMarkModel,
  RollUpModel,
  rollUpDue,
  VisitBatchModel,
  type VisitBatchDoc,
} from "#shared/domains/webAnalytics/index.js";
import { storeEvents } from "#shared/domains/webAnalytics/worker.js";
import { days, hours, minutes } from "#shared/kernel/time/clock.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";

export interface Counted {
  seconds: number;
  cpuSeconds: number;
  /** The longest time that the event loop was blocked. */
  pauseMs: number;
  residentMiB: number;
  /** In the whole day, by its own row and by the sum of its hours' rows. */
  pv: number;
  uv: number;
  sessions: number;
  events: number;
  pvOfHours: number;
  /** Every row of the day and its hours, without the time of counting: equal figures give equal text. */
  figures: string;
}

const [day = 0] = process.argv.slice(2).map(Number);
const way = process.argv[3] ?? "due";
const LATE_HOURS = [3, 17];
const HOURS = Array.from({ length: 24 }, (_, hour) => day + hours(hour));

await connectMongo({ answerWithinMs: 120_000 });
if (way === "late") for (const hour of LATE_HOURS) await addLate(day + hours(hour) + minutes(20));
if (way === "due") await mark(HOURS);
if (way === "late") await mark(LATE_HOURS.map((hour) => day + hours(hour)));
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const begun = performance.now();
const cpu = process.cpuUsage();
await (way === "bare" ? readOnly() : rollUpDue());
const { user, system } = process.cpuUsage(cpu);
const seconds = (performance.now() - begun) / 1_000;
const measured = {
  seconds,
  cpuSeconds: (user + system) / 1_000_000,
  pauseMs: delay.max / 1_000_000,
  residentMiB: process.memoryUsage().rss / 2 ** 20,
};
process.send!({ ...measured, ...(await figures()) } satisfies Counted, () => process.exit(0));

/** Reads the same documents the same way, and does nothing with them. */
async function readOnly(): Promise<void> {
  for (const hour of HOURS) {
    const within = { at: { $gte: new Date(hour), $lt: new Date(hour + hours(1)) } };
    let events = 0;
    for await (const batch of VisitBatchModel.collection.find<VisitBatchDoc>(within, { batchSize: 50 }))
      events += batch.events.length;
    if (events === 0) throw new Error("an hour without events");
  }
}

async function mark(of: readonly number[]): Promise<void> {
  const $set = { markedAt: new Date(Date.now() - hours(1)) };
  for (const _id of of) await RollUpMarkModel.updateOne({ _id }, { $set }, { upsert: true });
}

async function addLate(at: number): Promise<void> {
  const visit = { type: "pv" as const, visitorId: "late", pagePath: "/late", source: "direct" };
  await storeEvents({ key: `late-${at}`, at, bot: false, memberId: null, events: [visit, visit] });
}

async function figures(): Promise<Pick<Counted, "pv" | "uv" | "sessions" | "events" | "pvOfHours" | "figures">> {
  const within = { startAt: { $gte: new Date(day), $lt: new Date(day + days(1)) } };
  const rows = await RollUpModel.find(within, { countedAt: 0, countMs: 0, updatedAt: 0, createdAt: 0 })
    .sort({ _id: 1 })
    .lean();
  const whole = rows.find(({ unit }) => unit === "day");
  const { pv = 0, uv = 0, sessions = 0, events = 0 } = whole ?? {};
  const pvOfHours = rows.filter(({ unit }) => unit === "hour").reduce((sum, row) => sum + row.pv, 0);
  return { pv, uv, sessions, events, pvOfHours, figures: JSON.stringify(rows) };
}
