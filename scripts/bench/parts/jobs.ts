import type { Deployment } from "../deployment.js";
import type { Pace } from "../pace.js";
import { drain, type Drained } from "../drain.js";
import { over, type Table } from "../tables.js";

const COUNTS = { bare: 10_000, volatile: 10_000, durable: 4_000 };
type Kind = keyof typeof COUNTS;

/** How fast one worker process drains a filled queue of empty jobs, concurrency 16. */
export async function benchJobs(deployment: Deployment, { rounds }: Pace): Promise<Table> {
  const kinds = Object.keys(COUNTS) as Kind[];
  const taken: Record<Kind, Drained[]> = { bare: [], volatile: [], durable: [] };
  for (let round = 0; round < rounds; round++)
    for (const kind of kinds) taken[kind].push(await drain(deployment, kind, { jobs: COUNTS[kind], workers: 1 }));
  const perSecond = (kind: Kind, { seconds }: Drained): number => COUNTS[kind] / seconds;
  return {
    title: "Job runtime",
    note: "One worker process drains a filled queue of jobs that do nothing; durable ones end their outbox row. CPU is the worker's own.",
    columns: ["", "jobs/s", "of bare", "CPU s/1,000"],
    rows: kinds.map((kind) => [
      kind === "bare" ? "bare BullMQ" : kind,
      over(taken[kind], (one) => perSecond(kind, one)),
      over(
        taken[kind].map((one, index) => perSecond(kind, one) / perSecond("bare", taken.bare[index]!)),
        (ratio) => ratio,
      ),
      over(taken[kind], ({ cpuSeconds }) => (cpuSeconds * 1_000) / COUNTS[kind]),
    ]),
  };
}
