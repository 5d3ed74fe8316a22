import { AddressRefused } from "../http/addressGuard.js";
import { clock, seconds } from "../time/clock.js";
import { callOutside } from "../http/client.js";
import { OutboundFailed } from "../http/outboundErrors.js";
import { nextId } from "../mongo/ids.js";
import { gatherUpdate, updateOf, writeInOrder } from "../mongo/gathered.js";
import { inTransaction } from "../mongo/mongo.js";
import { hostOf, releaseSlot, takeSlot } from "./notifyHost.js";
import { beginTry, wakeNextTries, waitForSlot } from "./hostWaiting.js";
import { nextDelayMs, retryAfterMs } from "./notifyLadder.js";
import type { DeliveryDoc } from "./delivery.model.js";
import { NotifyStatus } from "./delivery.states.js";
import { enqueueTry, type DeliveryKind, type TryOutcome } from "./deliveryKind.js";
import { webhookHeaders } from "./signWebhook.js";

type Kind = DeliveryKind<DeliveryDoc>;

const TIMEOUT_MS = seconds(10);
const MOST_BYTES = 64 * 1024;
const LOGGED_BYTES = 1_024;

/**
 * One try of one delivery (rules: Payment). Only the try that follows the task's count is made; each is logged, and the
 * next one is a job of its own. A full or paused host postpones the try without counting it.
 */
export async function deliver<D extends DeliveryDoc>(
  of: DeliveryKind<D>,
  id: number,
  tryNumber: number,
): Promise<void> {
  const kind = of as unknown as Kind;
  const task = await beginTry(kind, id, tryNumber);
  if (!task) return;
  // Only our own delay counts, not the wait for a full or paused host.
  if (tryNumber === 1 && !task.stoodInLine) kind.onFirstTry?.(clock.ms() - task.createdAt.getTime());
  const host = hostOf(task.url);
  const slot = await takeSlot(host);
  if ("waitMs" in slot) return await waitForSlot(kind, task, slot.waitMs);
  const takenAt = performance.now();
  let ended: TryOutcome["host"] = "unknown";
  let free = 0;
  try {
    const outcome = await tryOnce(kind, task);
    ended = outcome.host;
    await record(kind, task, tryNumber, outcome);
    await kind.onTried?.(task, outcome);
  } finally {
    free = await releaseSlot(host, slot.token, { ended, ms: performance.now() - takenAt });
  }
  if (free > 0) await wakeNextTries(host, free);
}

const NOBODY = {
  status: null,
  ms: 0,
  success: false,
  final: true,
  host: "unknown",
  requestedMs: 0,
  wasSent: false,
} as const;

async function tryOnce(kind: Kind, task: DeliveryDoc): Promise<TryOutcome> {
  const secrets = await kind.secretsOf(task);
  if (secrets.length === 0) return { ...NOBODY, body: "the receiver is switched off or deleted" };
  const startedAt = performance.now();
  try {
    const answer = await callOutside({
      to: kind.to,
      method: "POST",
      url: task.url,
      headers: {
        "content-type": "application/json",
        "user-agent": kind.userAgent,
        ...webhookHeaders(secrets, kind.messageId(task), task.body, Date.now()),
      },
      body: task.body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
      guarded: true,
    });
    const success = answer.status >= 200 && answer.status < 300;
    return {
      status: answer.status,
      ms: answer.ms,
      body: answer.body.subarray(0, LOGGED_BYTES).toString("utf8"),
      success,
      final: success || answer.status === 410,
      host: success || answer.status === 410 ? "works" : "fails",
      requestedMs: retryAfterMs(answer.headers["retry-after"], Date.now()),
      wasSent: true,
    };
  } catch (error) {
    const refused = error instanceof AddressRefused;
    if (!refused && !(error instanceof OutboundFailed)) throw error;
    const ms = Math.round(performance.now() - startedAt);
    const body = error.message.slice(0, LOGGED_BYTES);
    const host = refused ? "unknown" : "fails";
    return { status: null, ms, body, success: false, final: refused, host, requestedMs: 0, wasSent: true };
  }
}

/** Logs the try and updates the task, in this order: a crash between the two repeats the try, which is logged once. */
async function record(kind: Kind, task: DeliveryDoc, tryNumber: number, outcome: TryOutcome): Promise<void> {
  const { status, ms, body, success, final, requestedMs } = outcome;
  const delayMs = final ? undefined : nextDelayMs(tryNumber - task.ladderFrom, requestedMs);
  const triedAt = clock.now();
  const dueAt = delayMs === undefined ? null : new Date(triedAt.getTime() + delayMs);
  const tried = {
    filter: { notifyId: task._id, tryNumber },
    update: { $setOnInsert: { _id: await nextId(kind.triesCounter), status, ms, body } },
    upsert: true,
  };
  const advanced = {
    filter: { _id: task._id, status: NotifyStatus.waiting, tries: tryNumber - 1 },
    update: {
      $set: {
        tries: tryNumber,
        status: success ? NotifyStatus.delivered : dueAt ? NotifyStatus.waiting : NotifyStatus.abandoned,
        nextTryAt: dueAt,
        tryingUntil: null,
        lastTryAt: triedAt,
        lastStatus: status,
      },
    },
  };
  if (!dueAt) return await writeInOrder([updateOf(kind.tries, tried), updateOf(kind.tasks, advanced)]);
  await inTransaction(async () => {
    await gatherUpdate(kind.tries, tried);
    const { modifiedCount } = await kind.tasks.updateOne(advanced.filter, advanced.update);
    if (modifiedCount === 1) await enqueueTry(kind, task._id, tryNumber + 1, { dueAt, once: true });
  });
}
