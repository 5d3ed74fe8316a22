import { standInEnvironment } from "../standInEnvironment.js";

/** `npm run map`: every endpoint, and every job with its queue, one line each. It only reads the code. */
standInEnvironment();

const { endpoints } = await import("#api/routes.js");
const { workerJobs } = await import("#workers/processors.js");
const { schedules } = await import("#workers/schedules.js");
const { subscriptions } = await import("#shared/subscriptions.js");

const print = (title: string, lines: string[]): void =>
  console.log(`${title}\n${lines.map((line) => `  ${line}`).join("\n")}\n`);

print(
  `Endpoints (${endpoints.length})`,
  endpoints.map(({ method, path, access }) => {
    const who = access.kind === "operator" ? `operator ${access.permission}` : access.kind;
    return `${method.toUpperCase().padEnd(6)} ${path.padEnd(62)} ${who}`;
  }),
);
print(
  `Jobs (${workerJobs.length})`,
  workerJobs.map((job) => {
    const events = subscriptions.filter((line) => line.job.name === job.name).map((line) => `on ${line.event}`);
    const times = schedules.filter((line) => line.job.name === job.name).map((line) => `at ${line.cron}`);
    return `${job.queue.padEnd(14)} ${job.name.padEnd(32)} ${[...events, ...times].join(", ")}`.trimEnd();
  }),
);
