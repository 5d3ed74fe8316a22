import { mongo, type PipelineStage } from "mongoose";
import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageCountedToMost, pageStages, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { VisitBatchModel } from "./analytics.models.js";
import type { Visit, VisitAction } from "./visit.js";

interface VisitSearch extends Page {
  visitorId?: string | undefined;
  sessionId?: string | undefined;
  pagePath?: string | undefined;
  type?: Visit["type"] | undefined;
  eventType?: VisitAction | undefined;
  memberId?: number | undefined;
  bot?: boolean | undefined;
  /** Inclusive at both ends. */
  between?: TimeSpan | undefined;
}

/** A visit as shown to operators. */
export interface VisitRow extends Visit {
  id: number;
  memberId: number | null;
  bot: boolean;
  at: Date;
}

/** A batch has at most a hundred events, so that batch number and position make a unique number. */
const PLACES = 128;

type Unwound = Omit<VisitRow, "id" | keyof Visit> & { no: number; index: number; events: Visit };

/** Newest first. */
export async function pageVisits(search: VisitSearch): Promise<PageOf<VisitRow>> {
  const { batches, events } = filtersOf(search);
  const found: PipelineStage[] = [
    { $match: batches },
    { $sort: { at: -1, no: -1 } },
    { $unwind: { path: "$events", includeArrayIndex: "index" } },
    ...(events ? [{ $match: events }] : []),
    ...pageStages(search),
  ];
  const rows = async (): Promise<VisitRow[]> =>
    (await VisitBatchModel.aggregate<Unwound>(found)).map(({ no, index, events: visit, memberId, bot, at }) => ({
      ...visit,
      id: no * PLACES + Number(index),
      memberId,
      bot,
      at,
    }));
  const count = async (upTo: number): Promise<number> => {
    const [counted] = await VisitBatchModel.aggregate<{ total: number }>([
      { $match: batches },
      ...(events
        ? [{ $unwind: "$events" }, { $match: events }, { $limit: upTo }, { $count: "total" }]
        : // No batch is empty.
          [{ $limit: upTo }, { $group: { _id: null, total: { $sum: { $size: "$events" } } } }]),
    ]);
    return Math.min(counted?.total ?? 0, upTo);
  };
  const name = `visits ${mongo.BSON.EJSON.stringify([batches, events])}`;
  return pageCountedToMost({ name, page: search, rows: rows(), count });
}

/** Filters of the batches, by an index, and of the events in them; undefined if every event of the batches counts. */
function filtersOf(search: VisitSearch): {
  batches: Record<string, unknown>;
  events: Record<string, unknown> | undefined;
} {
  const { visitorId, sessionId, pagePath, type, eventType, memberId, bot, between } = search;
  const batches: Record<string, unknown> = {};
  if (between) batches["at"] = within(between);
  if (memberId !== undefined) batches["memberId"] = memberId;
  if (bot !== undefined) batches["bot"] = bot;
  const events: Record<string, unknown> = {};
  for (const [field, value] of Object.entries({ visitorId, sessionId, pagePath, type, eventType }))
    if (value !== undefined) events[`events.${field}`] = value;
  const isWhole = Object.keys(events).length === 0;
  // The same conditions find the batches by an index, and then the events in them.
  return { batches: { ...batches, ...events }, events: isWhole ? undefined : events };
}
