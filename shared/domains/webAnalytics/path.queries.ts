import type { PipelineStage } from "mongoose";
import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { StayModel, VisitPathModel } from "./analytics.models.js";

interface KeyCount {
  key: string;
  count: number;
}
export interface Ways {
  /** Sessions that reported their path. */
  sessions: number;
  visitors: number;
  converted: number;
  averagePages: number;
  averageSeconds: number;
  entryPages: KeyCount[];
  exitPages: KeyCount[];
  /** The first ten pages of a path, joined by " > ". */
  ways: KeyCount[];
  conversions: KeyCount[];
  /** How long pages were viewed. */
  stays: { pagePath: string; sessions: number; averageSeconds: number }[];
}

const SHOWN = 20;

/** The paths of sessions through the pages, and their conversions; without bots. */
export async function readPaths(between: TimeSpan): Promise<Ways> {
  const people: PipelineStage.Match = { $match: { at: within(between), bot: false } };
  const [totals] = await VisitPathModel.aggregate<
    Pick<Ways, "sessions" | "converted" | "averagePages" | "averageSeconds">
  >([
    people,
    {
      $group: {
        _id: null,
        sessions: { $sum: 1 },
        converted: { $sum: { $cond: ["$converted", 1, 0] } },
        averagePages: { $avg: "$totalPages" },
        averageSeconds: { $avg: "$totalDurationSeconds" },
      },
    },
  ]);
  const [visitors] = await VisitPathModel.aggregate<{ visitors: number }>([
    people,
    { $group: { _id: "$visitorId" } },
    { $count: "visitors" },
  ]);
  const top = (field: string, match: Record<string, unknown> = {}): Promise<KeyCount[]> =>
    VisitPathModel.aggregate<KeyCount>([
      people,
      { $match: { [field]: { $ne: "" }, ...match } },
      { $group: { _id: `$${field}`, count: { $sum: 1 } } },
      { $sort: { count: -1, _id: 1 } },
      { $limit: SHOWN },
      { $project: { _id: 0, key: "$_id", count: 1 } },
    ]);
  const { sessions = 0, converted = 0, averagePages = 0, averageSeconds = 0 } = totals ?? {};
  return {
    sessions,
    visitors: visitors?.visitors ?? 0,
    converted,
    averagePages,
    averageSeconds,
    entryPages: await top("entryPage"),
    exitPages: await top("exitPage"),
    ways: await top("way"),
    conversions: await top("conversionType", { converted: true }),
    stays: await StayModel.aggregate<Ways["stays"][number]>([
      people,
      { $group: { _id: "$pagePath", sessions: { $sum: 1 }, averageSeconds: { $avg: "$durationSeconds" } } },
      { $sort: { sessions: -1, _id: 1 } },
      { $limit: SHOWN },
      { $project: { _id: 0, pagePath: "$_id", sessions: 1, averageSeconds: 1 } },
    ]),
  };
}
