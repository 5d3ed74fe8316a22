import type { PipelineStage } from "mongoose";
import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { VisitBatchModel } from "./analytics.models.js";
import { visitActions, type Visit, type VisitAction } from "./visit.js";

/** "visit": any page; else an action, or a page by its path. */
type FunnelStep = string;
const ANY_PAGE = "visit";
export const defaultFunnel: readonly FunnelStep[] = [ANY_PAGE, "click", "demo_try", "submit"];

export interface Funnel {
  /** share: of the visitors of the first step; stepShare: of those of the previous step. 0 to 1. */
  steps: { step: FunnelStep; visitors: number; share: number; stepShare: number }[];
  /** There were more events than one report reads; later ones are not in it. */
  truncated: boolean;
}

/** Is this a valid step of a funnel? */
export const isFunnelStep = (text: string): boolean => text === ANY_PAGE || text.startsWith("/") || isAction(text);
const isAction = (text: string): text is VisitAction => (visitActions as readonly string[]).includes(text);

const conditionOf = (step: FunnelStep): Record<string, unknown> =>
  step === ANY_PAGE
    ? { "events.type": "pv" }
    : isAction(step)
      ? { "events.type": "event", "events.eventType": step }
      : { "events.type": "pv", "events.pagePath": step };

const isStep = (step: FunnelStep, { type, eventType, pagePath }: StepEvent): boolean =>
  step === ANY_PAGE ? type === "pv" : isAction(step) ? eventType === step : type === "pv" && pagePath === step;

type StepEvent = Pick<Visit, "visitorId" | "type" | "pagePath"> & { eventType?: VisitAction };
const MAX_EVENTS = 300_000;

/** How many visitors completed the steps in order. */
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
  for await (const event of VisitBatchModel.aggregate<StepEvent>(pipeline).cursor({ batchSize: 1_000 })) {
    if (++read > MAX_EVENTS) break;
    const next = done.get(event.visitorId) ?? 0;
    const step = steps[next];
    if (step !== undefined && isStep(step, event as StepEvent)) done.set(event.visitorId, next + 1);
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
