import type { ProviderGroup } from "#shared/kernel/config/providerGroups.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import type { ProcessCalls } from "#shared/kernel/process/processes.js";
import { seconds } from "#shared/kernel/time/clock.js";
import type { FlowEdge, FlowNode, Judged } from "./flow.js";
import type { FlowFacts } from "./flowFacts.js";
import { reasons } from "./flowReasons.js";
import { callFigures, runFigures } from "./recentFigures.js";

const MONEY = ["pay-submit", "pay-ask", "pay-sync", "pay-refund"] as const;

/** The queues whose jobs call each provider. */
const callers: Record<ProviderGroup, readonly QueueName[]> = {
  wechatpay: MONEY,
  alipay: MONEY,
  sms: ["sms"],
  mail: ["mail"],
  captcha: ["social"],
  "social-mini": ["social"],
  "social-official": ["social"],
  "social-website": ["social"],
  "social-app": ["social"],
  chat: ["im"],
  vod: ["vod"],
  live: ["vod"],
  invoice: ["invoice"],
  kuaidi100: ["logistics"],
  kdniao: ["logistics"],
};
/** As their calls are counted, where that is another name; what two of them share is counted for neither, but judged. */
const calledAs: Partial<Record<ProviderGroup, string>> = {
  "social-mini": "social",
  "social-official": "social",
  "social-website": "social",
  "social-app": "social",
  chat: "im",
  kuaidi100: "express",
  kdniao: "express",
};
const shared: ReadonlySet<string> = new Set(["social", "express"]);
/** A call that waits so long is told; so many that failed one after another are no accident. */
const HANGS_MS = seconds(2);
const MANY_FAILED = 3;

/** The providers and the merchants' hosts, and who calls them. */
export function drawOutside({ now, ledger, providers }: FlowFacts, workers: FlowNode[]) {
  const work = ledger?.value.work ?? [];
  const edgesTo = (
    to: string,
    queues: readonly QueueName[],
    figures: (processId: string) => FlowEdge["figures"],
  ): FlowEdge[] =>
    workers
      .filter((worker) => queues.some((queue) => worker.queues?.includes(queue)))
      .map(({ id }) => ({ from: id, to, figures: figures(id.slice("worker:".length)) }));
  const nodes: FlowNode[] = [];
  const edges: FlowEdge[] = [];
  for (const provider of Object.keys(callers) as ProviderGroup[]) {
    const [id, queues] = [`provider:${provider}`, callers[provider]];
    const service = calledAs[provider] ?? provider;
    const calls = (ledger?.value.calls ?? []).filter(({ to }) => to === service);
    const counted = shared.has(service) ? [] : calls;
    const isOn = providers.includes(provider);
    const [state, reason]: Judged = isOn ? judgeProvider(calls) : ["off", null];
    nodes.push({
      id,
      kind: "provider",
      name: provider,
      queues: [...queues],
      state,
      reason,
      figures: callFigures(counted),
    });
    const figures = (of: string) => callFigures(counted.filter(({ processId }) => processId === of));
    if (isOn) edges.push(...edgesTo(id, queues, figures));
  }
  const told = work.filter(({ queue }) => queue === "notify");
  const hosts = (ledger?.value.hosts ?? []).map(({ host, failures, nextTryAt }): FlowNode => {
    const [state, reason] = nextTryAt
      ? (["stands", reasons.hostPaused(failures, nextTryAt, now)] as const)
      : (["busy", reasons.hostTriedAgain(failures)] as const);
    return { id: `host:${host}`, kind: "host", name: host, queues: ["notify"], state, reason, figures: {} };
  });
  const merchants: FlowNode = {
    id: "merchants",
    kind: "merchants",
    name: "merchants",
    queues: ["notify"],
    state: "well",
    reason: null,
    figures: runFigures(told),
  };
  return {
    nodes: [...nodes, merchants, ...hosts],
    edges: [
      ...edges,
      ...edgesTo("merchants", ["notify"], (of) => runFigures(told.filter(({ processId }) => processId === of))),
      ...hosts.map(({ id }) => ({ from: "merchants", to: id, figures: {} })),
    ],
  };
}

/** A provider stands when it answers nobody: calls wait and none has been answered since, or all fail one after another. */
function judgeProvider(calls: ProcessCalls[]): Judged {
  const oldestMs = Math.max(0, ...calls.map((one) => one.oldestMs ?? 0));
  if (oldestMs >= HANGS_MS) {
    const running = calls.reduce((sum, one) => sum + one.running, 0);
    const answers = calls.some(({ sinceAnswerMs }) => sinceAnswerMs !== null && sinceAnswerMs < oldestMs);
    return [answers ? "busy" : "stands", reasons.callsHang(running, oldestMs)];
  }
  const failed = calls.reduce((sum, one) => sum + one.failedInARow, 0);
  const isFailing = failed >= MANY_FAILED && calls.every(({ failedInARow }) => failedInARow > 0);
  return isFailing ? ["stands", reasons.callsFail(failed)] : ["well", null];
}
