import type { ProviderGroup } from "#shared/kernel/config/providerGroups.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import type { RecentWork } from "#shared/kernel/queue/recentWork.js";
import type { FlowEdge, FlowNode } from "./flow.js";
import type { FlowFacts } from "./flowFacts.js";
import { reasons } from "./flowReasons.js";
import { failsAlways, runFigures } from "./recentFigures.js";

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
/** Each job of their queue calls them and nobody else, so that its figures are theirs; of the others none are known. */
const withQueueOfTheirOwn: readonly ProviderGroup[] = ["sms", "mail", "chat"];

/** The providers and the merchants' hosts, and who calls them. */
export function drawOutside({ now, ledger, providers }: FlowFacts, workers: FlowNode[]) {
  const work = ledger?.value.work ?? [];
  const calls = (to: string, queues: readonly QueueName[], counted: RecentWork[]): FlowEdge[] =>
    workers
      .filter((worker) => queues.some((queue) => worker.queues?.includes(queue)))
      .map(({ id }) => ({
        from: id,
        to,
        figures: runFigures(counted.filter(({ processId }) => `worker:${processId}` === id)),
      }));
  const nodes: FlowNode[] = [];
  const edges: FlowEdge[] = [];
  for (const provider of Object.keys(callers) as ProviderGroup[]) {
    const [id, queues] = [`provider:${provider}`, callers[provider]];
    const counted = withQueueOfTheirOwn.includes(provider) ? work.filter(({ queue }) => queues.includes(queue)) : [];
    const isOn = providers.includes(provider);
    const fails = isOn && failsAlways(counted);
    nodes.push({
      id,
      kind: "provider",
      name: provider,
      queues: [...queues],
      state: !isOn ? "off" : fails ? "stands" : "well",
      reason: fails ? reasons.everyTryFails() : null,
      figures: runFigures(counted),
    });
    if (isOn) edges.push(...calls(id, queues, counted));
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
      ...calls("merchants", ["notify"], told),
      ...hosts.map(({ id }) => ({ from: "merchants", to: id, figures: {} })),
    ],
  };
}
