import { readFileSync } from "node:fs";

/** The median and the range around it. */
export interface Spread {
  min: number;
  median: number;
  max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { min: sorted[0] ?? NaN, median: sorted[Math.floor(sorted.length / 2)] ?? NaN, max: sorted.at(-1) ?? NaN };
}

/** @param share 0.5 for the median, 0.99 for the slowest hundredth */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** CPU seconds that a process has used so far, user and kernel; NaN where the system reports none (no /proc). */
export function cpuSeconds(pid: number | undefined): number {
  if (pid === undefined) return NaN;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name is in parentheses and may contain blanks.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return NaN;
  }
}
/** USER_HZ: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Memory that a process holds now, in MiB. */
export function residentMiB(pid: number | undefined): number {
  if (pid === undefined) return NaN;
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kib) / 1_024;
  } catch {
    return NaN;
  }
}

/** CPU seconds between two reads for a set of named processes; the bench's own are under "client". */
export function cpuMeter(pids: Record<string, () => number | undefined>): () => Record<string, number> {
  const look = (): Record<string, number> => ({
    ...Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid())])),
    client: cpuSeconds(process.pid),
  });
  const before = look();
  return () => Object.fromEntries(Object.entries(look()).map(([name, now]) => [name, now - before[name]!]));
}
