import { plainRows } from "#shared/kernel/mongo/plainRows.js";
import { operatorNames } from "#shared/domains/operator/index.js";
import { pausedHosts } from "#shared/kernel/webhooks/notifyHost.queries.js";
import { isOn, isQueueUsed } from "#shared/kernel/config/providers.js";
import { providerNames } from "#shared/kernel/config/providerGroups.js";
import { mongoAnswers } from "#shared/kernel/mongo/mongo.js";
import { sharedMs } from "#shared/kernel/mongo/storeTime.js";
import { log } from "#shared/kernel/observability/log.js";
import { readOutboxFigures } from "#shared/kernel/outbox/figures.js";
import { frontsOf, workersOf } from "#shared/kernel/process/processes.js";
import { queueNames, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { readRecentWork } from "#shared/kernel/queue/recentWork.js";
import { redisAnswers, redisRefuses } from "#shared/kernel/redis/redis.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { AlertModel, type AlertDoc } from "../alert/alert.model.js";
import { AlertStatus } from "../alert/alert.states.js";
import { AlertRuleModel, type AlertRuleDoc } from "../alert/alertRule.model.js";
import { cached, unhurried } from "../queues/cachedReads.js";
import { readHeldKinds } from "../queues/kindHold.queries.js";
import { readLimitedKinds } from "../queues/kindLimit.queries.js";
import { pausedBy } from "../queues/pausedBy.js";
import { depthsNow, openLetters, reportsNow } from "../queues/queue.queries.js";
import type { AllowedWait, FiringAlert, FlowFacts, Hold, Known, Ledger } from "./flowFacts.js";

/** What takes longer to read is shown as it was: the next picture is due soon. */
const BOUND_MS = 600;
const MOST_HOSTS = 20;
const MOST_ALERTS = 100;

/** Figures of five minutes, and rules, change slowly; many rows are read for the first. */
const SLOW_MS = seconds(6);
/** Rows that stay behind are late already when they count. */
const OUTBOX_MS = seconds(2.9);
const recentWork = cached(SLOW_MS, readRecentWork);
const allowedWaits = cached(SLOW_MS, readAllowed);

const depths = lasting(depthsNow);
const ledger = lasting(readLedger);
const holds = lasting(readHolds);
const outbox = unhurried(OUTBOX_MS, readOutboxFigures);

/** Reads everything once; what cannot be read is the last that is known. Never rejects. */
export async function readFlowFacts(): Promise<FlowFacts> {
  const now = sharedMs();
  const [knownDepths, knownLedger, refusal] = await Promise.all([
    depths(),
    ledger(),
    redisRefuses().catch(() => undefined),
  ]);
  const paused = knownDepths?.value.filter((queue) => queue.paused) ?? [];
  const knownHolds = paused.length === 0 ? undefined : await holds(paused.map(({ name }) => name));
  return {
    now,
    away: await storesAway([knownDepths, knownLedger], now),
    refusal,
    depths: knownDepths,
    ledger: knownLedger,
    holds: knownHolds?.value ?? new Map<QueueName, Hold>(),
    providers: providerNames.filter(isOn),
    unused: queueNames.filter((queue) => !isQueueUsed(queue)),
  };
}

/** Asked only when something could not be read. */
async function storesAway(read: (Known<unknown> | undefined)[], now: number): Promise<FlowFacts["away"]> {
  if (read.every((one) => one !== undefined && one.at >= now)) return [];
  const [mongodb, redis] = await Promise.all([mongoAnswers(), redisAnswers()]);
  return [...(mongodb ? [] : ["MongoDB" as const]), ...(redis ? [] : ["Redis" as const])];
}

/** Reads, within a bound; gives what was read last when that fails or is still under way. */
function lasting<A extends unknown[], T>(read: (...given: A) => Promise<T>) {
  let known: Known<T> | undefined;
  let isReading = false;
  return async (...given: A): Promise<Known<T> | undefined> => {
    if (isReading) return known;
    isReading = true;
    const at = sharedMs();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, BOUND_MS);
    });
    const reading = read(...given)
      .then((value) => void (known = { at, value }))
      .catch((error: unknown) => log.debug({ err: error }, "the flow could not be read"))
      .finally(() => (isReading = false));
    await Promise.race([reading, late]);
    clearTimeout(timer);
    return known;
  };
}

async function readLedger(): Promise<Ledger> {
  const [reports, work, figures, letters, allowed, alerts, hosts, heldKinds, limitedKinds] = await Promise.all([
    reportsNow(),
    recentWork(),
    outbox(),
    openLetters(),
    allowedWaits(),
    readFiring(),
    pausedHosts(MOST_HOSTS),
    readHeldKinds(),
    readLimitedKinds(),
  ]);
  const { workers, calls, handedOver } = workersOf(reports);
  const told = { work, calls, handedOver, outbox: figures, letters, allowed, alerts, hosts };
  return { fronts: frontsOf(reports), workers, ...told, heldKinds, limitedKinds };
}

/** What the enabled alert rules allow. */
export async function readAllowed(): Promise<AllowedWait[]> {
  const rules = await AlertRuleModel.find(
    { enabled: true, kind: { $in: ["age", "overdue"] } },
    { kind: 1, queue: 1, threshold: 1 },
  ).lean<Pick<AlertRuleDoc, "kind" | "queue" | "threshold">[]>();
  return rules.map(({ kind, queue, threshold }) => ({
    kind: kind as AllowedWait["kind"],
    queue,
    ms: seconds(threshold),
  }));
}

async function readFiring(): Promise<FiringAlert[]> {
  const alerts = await plainRows(AlertModel)
    .find({ status: AlertStatus.firing })
    .project<Pick<AlertDoc, "queue" | "name" | "beganAt">>({ queue: 1, name: 1, beganAt: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(MOST_ALERTS)
    .toArray();
  return alerts.map(({ queue, name, beganAt }) => ({ queue, name, since: beganAt }));
}

/** Who paused each of these queues, and when. */
async function readHolds(paused: QueueName[]): Promise<Map<QueueName, Hold>> {
  const found = await Promise.all(paused.map(async (queue) => ({ queue, act: await pausedBy(queue) })));
  const names = await operatorNames(found.map(({ act }) => act?.operatorId));
  return new Map(
    found.map(({ queue, act }) => [queue, { by: names.get(act?.operatorId ?? 0) ?? null, since: act?.at ?? null }]),
  );
}
