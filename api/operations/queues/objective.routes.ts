import { z } from "zod";
import { objectiveNames } from "#shared/kernel/observability/objectives.js";
import { readObjectiveFigures, type ObjectiveFigures } from "#shared/kernel/observability/objectiveFigures.js";
import { readBurnDown } from "#shared/kernel/observability/burnDown.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { Time } from "#api/http/fields.js";
import { READ_QUEUES } from "./queue.routes.js";

const Counts = z.object({ kept: z.number(), missed: z.number() });
const ObjectiveView = z.object({
  name: z.enum(objectiveNames),
  /** Milliseconds; null: any response in time counts. */
  withinMs: z.number().nullable(),
  /** The promised share, such as 0.99. */
  share: z.number(),
  lastHour: Counts,
  lastDay: Counts,
  last30Days: Counts,
  /** Of the last day, milliseconds, at most a tenth off; null: no data. */
  p50Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  /** The rest of the misses allowed in 30 days, as a share; negative when there were more. */
  allowanceLeft: z.number(),
  /** page: at this rate the allowance of 30 days is used up within two days; warn: within five. */
  burn: z.enum(["no", "warn", "page"]),
});

const objectiveView = ({ share, allowanceLeft, ...row }: ObjectiveFigures): z.input<typeof ObjectiveView> => ({
  name: row.name,
  withinMs: row.withinMs,
  share,
  lastHour: row.lastHour,
  lastDay: row.lastDay,
  last30Days: row.last30Days,
  p50Ms: row.p50Ms,
  p99Ms: row.p99Ms,
  allowanceLeft: Math.round(allowanceLeft * 1_000) / 1_000,
  burn: row.burn,
});

const objectiveList = endpoint({
  method: "get",
  path: "/admin-api/infra/objective/list",
  access: operator(READ_QUEUES),
  summary:
    "Lists the service level objectives and how they were met in this hour, day and 30 days; at most a few seconds old",
  output: z.array(ObjectiveView),
  handle: () => readObjectiveFigures(),
  view: (rows) => rows.map(objectiveView),
});

const AllowanceOfDayView = z.object({
  /** Begin of the day, whole days before now. */
  time: Time,
  /** At its end: the rest of the misses allowed in the 30 days, as a share; negative when there were more. */
  left: z.object(Object.fromEntries(objectiveNames.map((name) => [name, z.number()]))),
});

const objectiveBurnDown = endpoint({
  method: "get",
  path: "/admin-api/infra/objective/burn-down",
  access: operator(READ_QUEUES),
  summary: "Returns how the allowance of misses of each objective was used up, by day of the last 30, oldest first",
  output: z.array(AllowanceOfDayView),
  handle: () => readBurnDown(),
  view: (days) => days.map(({ at, left }) => ({ time: at.getTime(), left: rounded(left) })),
});

const rounded = (left: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(left).map(([name, share]) => [name, Math.round(share * 1_000) / 1_000]));

export const objectiveEndpoints = [objectiveList, objectiveBurnDown];
