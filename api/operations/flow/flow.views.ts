import type { z } from "zod";
import type { Flow, FlowNode, PastMinute } from "#shared/domains/operations/flow/index.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { groupOf } from "../queues/queue.views.js";
import type { FlowPastView, FlowView } from "./flow.schemas.js";

const ratesView = ({ perMinute, failedPerMinute, runP95Ms }: FlowNode["figures"]) => ({
  perMinute: perMinute ?? null,
  failedPerMinute: failedPerMinute ?? null,
  runP95Ms: runP95Ms ?? null,
});
const figuresView = (figures: FlowNode["figures"]): NodeView["figures"] => ({
  waiting: figures.waiting ?? null,
  active: figures.active ?? null,
  delayed: figures.delayed ?? null,
  oldestMs: figures.oldestMs ?? null,
  slots: figures.slots ?? null,
  slotsTaken: figures.slotsTaken ?? null,
  ...ratesView(figures),
  waitP95Ms: figures.waitP95Ms ?? null,
  deadLetters: figures.deadLetters ?? null,
  overdue: figures.overdue ?? null,
  kept: figures.kept ?? null,
  unknown: figures.unknown ?? null,
  loopDelayMs: figures.loopDelayMs ?? null,
});
const sentenceView = ([en, zh]: Flow["troubles"][number]): { en: string; zh: string } => ({ en, zh });
const flowNodeView = ({ id, kind, name, host, queues = [], state, reason, figures }: FlowNode): NodeView => ({
  id,
  kind,
  name,
  host: host ?? null,
  group: kind === "queue" ? groupOf(name as QueueName) : null,
  queues,
  state,
  reason: reason && sentenceView(reason),
  figures: figuresView(figures),
});
type NodeView = z.input<typeof FlowView>["nodes"][number];

export const flowView = ({ at, queuesAt, ledgerAt, troubles, nodes, edges }: Flow): z.input<typeof FlowView> => ({
  time: at,
  queuesTime: queuesAt,
  ledgerTime: ledgerAt,
  troubles: troubles.map(sentenceView),
  nodes: nodes.map(flowNodeView),
  edges: edges.map(({ from, to, figures }) => ({ from, to, figures: ratesView(figures) })),
});

export const flowPastView = (past: PastMinute[]): z.input<typeof FlowPastView> =>
  past.map(({ at, queues }) => ({ time: at.getTime(), queues: queues.map(flowNodeView) }));
