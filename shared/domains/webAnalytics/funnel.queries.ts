import type { PipelineStage } from "mongoose";
import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { VisitBatchModel } from "./analytics.models.js";
import { visitActions, type Visit, type VisitAction } from "./visit.js";

/** "visit": any page; an action; or a page by its path. */
type FunnelStep = string;
const ANY_PAGE = "visit";
export const defaultFunnel: readonly FunnelStep[] = [ANY_PAGE, "click", "demo_try", "submit"];

export interface Funnel {
  /** share: of those who began; stepShare: of those who did the step before. 0 to 1. */
  steps: { step: FunnelStep; visitors: number; share: number; stepShare: number }[];
  /** More happened than one report reads: what came after is not in it. */
  truncated: boolean;
}

/** Is this a step that a funnel may have? */
export const isFunnelStep = (text: string): boolean => text === ANY_PAGE || text.startsWith("/") || isAction(text);
const isAction = (text: string): text is VisitAction => (visitActions as readonly string[]).includes(text);

const conditionOf = (step: FunnelStep): Record<string, unknown> =>
  step === ANY_PAGE
    ? { "events.type": "pv" }
    : isAction(step)
      ? { "events.type": "event", "events.eventType": step }
      : { "events.type": "pv", "events.pagePath": step };

const isStep = (step: FunnelStep, { type, eventType, pagePath }: Happened): boolean =>
  step === ANY_PAGE ? type === "pv" : isAction(step) ? eventType === step : type === "pv" && pagePath === step;

type Happened = Pick<Visit, "visitorId" | "type" | "pagePath"> & { eventType?: VisitAction };
const MAX_EVENTS = 300_000;

/** How many visitors did the steps one after the other, each after the one before it. */
export async function readFunnel(steps: readonly FunnelStep[], between: TimeSpan): Promise<Funnel> {
  const pipeline: PipelineStage[] = [
    { $match: { at: within(between), bot: false } },
    { $sort: { at: 1, no: 1 } },
    { $unwind: "$events" },
    { $match: { $or: steps.map(conditionOf) } },
    { $limit: MAX_EVENTS + 1 },
    {
      $project: {
        _id: 0,
        visitorId: "$events.visitorId",
        type: "$events.type",
        pagePath: "$events.pagePath",
        eventType: "$events.eventType",
      },
    },
  ];
  const done = new Map<string, number>();
  let read = 0;
  for await (const happened of VisitBatchModel.aggregate<Happened>(pipeline).cursor({ batchSize: 1_000 })) {
    if (++read > MAX_EVENTS) break;
    const next = done.get(happened.visitorId) ?? 0;
    const step = steps[next];
    if (step !== undefined && isStep(step, happened as Happened)) done.set(happened.visitorId, next + 1);
  }
  const reached = steps.map((_, index) => [...done.values()].filter((count) => count > index).length);
  const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  return {
    steps: steps.map((step, index) => ({
      step,
      visitors: reached[index]!,
      share: shareOf(reached[index]!, reached[0]!),
      stepShare: shareOf(reached[index]!, index === 0 ? reached[0]! : reached[index - 1]!),
    })),
    truncated: read > MAX_EVENTS,
  };
}
