import { openBranch, type Branch } from "../../branch.js";
import { cpuMeter } from "../../figures.js";
import type { Deployment } from "../../deployment.js";
import type { Counted } from "../../programs/countEvents.js";
import { runReporter } from "../../reporter.js";
import { short, type Table } from "../../tables.js";

const EVENTS = 1_000_000;
const ways = {
  "the day and its 24 hours": "due",
  "  again": "due",
  "  late events in two hours": "late",
  "  bare: read, not counted": "bare",
};

/** Counts a day of a million events in an otherwise idle shop. Once each: it takes long enough. */
export async function benchRollUp(deployment: Deployment): Promise<Table> {
  const branch = await openBranch(deployment, "rollup");
  try {
    const filled = await runReporter<{ seconds: number; day: number; events: number }>(
      branch,
      "scripts/bench/programs/fillEvents.js",
      [String(EVENTS)],
    );
    const remarks = [`${filled.events.toLocaleString("en")} events written in ${short(filled.seconds)} s`];
    const taken: (Counted & { store: number })[] = [];
    for (const way of Object.values(ways)) taken.push(await count(branch, filled.day, way));
    const [first, again, late, bare] = taken;
    if (first!.figures !== again!.figures) remarks.push("counted again, the figures are others");
    if (late!.pv !== first!.pv + 4) remarks.push(`${late!.pv - first!.pv} of 4 late views are counted`);
    if (late!.pvOfHours !== late!.pv) remarks.push(`hours have ${late!.pvOfHours} views, their day ${late!.pv}`);
    const rows = Object.keys(ways).map((name, index): Table["rows"][number] => {
      const { seconds, cpuSeconds, store, pauseMs, residentMiB } = taken[index]!;
      return [name, seconds, filled.events / seconds, cpuSeconds, store, pauseMs, residentMiB];
    });
    rows.push(["  ours / bare", first!.seconds / bare!.seconds, "", first!.cpuSeconds / bare!.cpuSeconds, "", "", ""]);
    return {
      title: "Rollup of a day of events",
      note: `${short(first!.pv)} views and ${short(first!.events)} actions of ${short(first!.uv)} visitors in ${short(first!.sessions)} sessions, on 50 pages, counted by rollUpDue in a process of its own. Pause: the longest that this process did nothing else.`,
      columns: ["", "seconds", "events/s", "its CPU s", "store's CPU s", "pause ms", "MiB"],
      rows,
      remarks,
    };
  } finally {
    await branch.close();
  }
}

async function count(branch: Branch, day: number, way: string): Promise<Counted & { store: number }> {
  const meter = cpuMeter({ mongodb: branch.pids.mongodb });
  const counted = await runReporter<Counted>(branch, "scripts/bench/programs/countEvents.js", [String(day), way]);
  return { ...counted, store: meter()["mongodb"] ?? NaN };
}
