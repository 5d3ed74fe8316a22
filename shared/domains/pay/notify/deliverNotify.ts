import { AddressRefused } from "#shared/kernel/http/addressGuard.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { callOutside } from "#shared/kernel/http/client.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { recordObjective } from "#shared/kernel/observability/objectives.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { hostOf, releaseSlot, takeSlot } from "./notifyHost.js";
import { beginTry, wakeNextTries, waitForSlot } from "./hostWaiting.js";
import { nextDelayMs, retryAfterMs } from "./notifyLadder.js";
import { NotifyTaskModel, NotifyTryModel, type NotifyTaskDoc, type NotifyTryDoc } from "./notifyTask.model.js";
import { deliverNotifyJob } from "../pay.jobs.js";
import { signingSecrets } from "../channel/payApp.queries.js";
import { webhookHeaders } from "./signWebhook.js";
import { messageId } from "./startNotify.js";
import { NotifyStatus } from "../order/payOrder.states.js";

const TIMEOUT_MS = seconds(10);
const MOST_BYTES = 64 * 1024;
const LOGGED_BYTES = 1_024;

/** How a try ended. final: no other try follows. */
interface TryOutcome {
  status: number | null;
  ms: number;
  body: string;
  success: boolean;
  final: boolean;
  /** Whether the receiver's host works, as far as this try shows. */
  host: "works" | "fails" | "unknown";
  requestedMs: number;
}

/**
 * One try of one delivery (rules: Payment). Only the try that follows the task's count is made; each is logged, and the
 * next one is a job of its own. A full or paused host postpones the try without counting it.
 */
export async function deliverNotify(notifyId: number, tryNumber: number): Promise<void> {
  const task = await beginTry(notifyId, tryNumber);
  if (!task) return;
  // Only our own delay counts, not the wait for a full or paused host.
  if (tryNumber === 1 && !task.stoodInLine)
    recordObjective("firstNotify", "notify", clock.ms() - task.createdAt.getTime());
  const host = hostOf(task.url);
  const slot = await takeSlot(host);
  if ("waitMs" in slot) return await waitForSlot(task, slot.waitMs);
  const takenAt = performance.now();
  let ended: TryOutcome["host"] = "unknown";
  let free = 0;
  try {
    const outcome = await tryOnce(task);
    ended = outcome.host;
    await record(task, tryNumber, outcome);
  } finally {
    free = await releaseSlot(host, slot.token, { ended, ms: performance.now() - takenAt });
  }
  if (free > 0) await wakeNextTries(host, free);
}

async function tryOnce(task: NotifyTaskDoc): Promise<TryOutcome> {
  const secrets = await signingSecrets(task.appId);
  const startedAt = performance.now();
  try {
    const answer = await callOutside({
      to: "merchant",
      method: "POST",
      url: task.url,
      headers: {
        "content-type": "application/json",
        "user-agent": "member-commerce-notify",
        ...webhookHeaders(secrets, messageId(task._id), task.body, Date.now()),
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
    };
  } catch (error) {
    const refused = error instanceof AddressRefused;
    if (!refused && !(error instanceof OutboundFailed)) throw error;
    const ms = Math.round(performance.now() - startedAt);
    const body = error.message.slice(0, LOGGED_BYTES);
    const host = refused ? "unknown" : "fails";
    return { status: null, ms, body, success: false, final: refused, host, requestedMs: 0 };
  }
}

/** Logs the try before it updates the task: a crash between the two repeats the try, which is logged once. */
async function record(task: NotifyTaskDoc, tryNumber: number, outcome: TryOutcome): Promise<void> {
  const { status, ms, body, success, final, requestedMs } = outcome;
  const delayMs = final ? undefined : nextDelayMs(tryNumber - task.ladderFrom, requestedMs);
  const triedAt = clock.now();
  const dueAt = delayMs === undefined ? null : new Date(triedAt.getTime() + delayMs);
  await logTry({ _id: await nextId("notifyTries"), notifyId: task._id, tryNumber, status, ms, body });
  const advanceTask = async (): Promise<boolean> => {
    const { modifiedCount } = await NotifyTaskModel.updateOne(
      { _id: task._id, status: NotifyStatus.waiting, tries: tryNumber - 1 },
      {
        $set: {
          tries: tryNumber,
          status: success ? NotifyStatus.delivered : dueAt ? NotifyStatus.waiting : NotifyStatus.abandoned,
          nextTryAt: dueAt,
          tryingUntil: null,
          lastTryAt: triedAt,
          lastStatus: status,
        },
      },
    );
    return modifiedCount === 1;
  };
  if (!dueAt) return void (await advanceTask());
  await inTransaction(async () => {
    if (!(await advanceTask())) return;
    await enqueue(deliverNotifyJob, { notifyId: task._id, tryNumber: tryNumber + 1 }, { dueAt, once: true });
  });
}

async function logTry(row: Omit<NotifyTryDoc, "createdAt">): Promise<void> {
  try {
    await NotifyTryModel.create([row]);
  } catch (error) {
    if (!isDuplicateKey(error, "tryNumber")) throw error;
  }
}
