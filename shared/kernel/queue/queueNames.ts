/** The queues by group (rules: Queues). */
export const queueGroups = {
  money: ["pay-submit", "pay-ask", "pay-event", "pay-sync", "pay-refund"],
  orders: ["order-timeout", "trade"],
  messages: ["notify", "sms", "mail"],
  social: ["social", "im"],
  fulfilment: ["logistics", "invoice"],
  media: ["vod"],
  website: ["website", "analytics"],
  maintenance: ["maintenance"],
  control: ["control"],
} as const;

type QueueGroup = keyof typeof queueGroups;
export type QueueName = (typeof queueGroups)[QueueGroup][number];

export const queueNames: QueueName[] = Object.values(queueGroups).flat();

const ofMoneyOrOrders: readonly QueueName[] = [...queueGroups.money, ...queueGroups.orders, "notify"];
/** Whether its jobs book money, move orders on or notify merchants of that. */
export const isOfMoneyOrOrders = (name: QueueName): boolean => ofMoneyOrOrders.includes(name);

/** Queues that may be lost with their Redis: REDIS_VOLATILE_URL. */
const bestEffortQueues: readonly QueueName[] = ["analytics"];
export const isBestEffortQueue = (name: QueueName): boolean => bestEffortQueues.includes(name);

/** Queue or group names, comma-separated, to queue names; throws on a name that is neither. Empty means all. */
export function readQueueNames(text: string | undefined): QueueName[] {
  const words = (text ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
  if (words.length === 0) return queueNames;
  const chosen = new Set<QueueName>();
  for (const word of words) {
    if (word in queueGroups) for (const queue of queueGroups[word as QueueGroup]) chosen.add(queue);
    else if ((queueNames as string[]).includes(word)) chosen.add(word as QueueName);
    else
      throw new Error(
        `no queue or group is called "${word}"; groups: ${Object.keys(queueGroups).join(", ")}; queues: ${queueNames.join(", ")}`,
      );
  }
  return [...chosen];
}
