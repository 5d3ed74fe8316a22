import { percentile } from "../figures.js";
import type { Deployment } from "../deployment.js";
import type { Pace } from "../pace.js";
import { runReporter } from "../reporter.js";
import { over, type Table } from "../tables.js";

const COUNT = 1_000;
interface RoundTrips {
  /** Milliseconds, sorted: sequential, and with 32 running at any time. */
  alone: number[];
  crowd: number[];
}

/** The API sends a request to a worker and waits for its reply. */
export async function benchAsks(deployment: Deployment, { rounds }: Pace): Promise<Table> {
  const taken = { bare: [] as RoundTrips[], ours: [] as RoundTrips[] };
  for (let round = 0; round < rounds; round++)
    for (const kind of ["bare", "ours"] as const)
      taken[kind].push(
        await runReporter<RoundTrips>(deployment, "scripts/bench/programs/askAndAnswer.js", [kind, String(COUNT)]),
      );
  const row = (name: string, kind: "bare" | "ours", load: keyof RoundTrips): Table["rows"][number] => [
    name,
    ...[0.5, 0.95, 0.99].map((share) => over(taken[kind], (one) => percentile(one[load], share))),
  ];
  return {
    title: "Ask round trip",
    note: `${COUNT} questions to a worker in another process; bare: add a job and wait until it is finished.`,
    columns: ["", "p50 ms", "p95 ms", "p99 ms"],
    rows: [
      row("ask, one at a time", "ours", "alone"),
      row("  bare", "bare", "alone"),
      row("ask, 32 at once", "ours", "crowd"),
      row("  bare", "bare", "crowd"),
    ],
  };
}
