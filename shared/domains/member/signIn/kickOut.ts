import { ChatRefused, type ChatClient } from "#shared/providers/chat/port.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { errors } from "#shared/kernel/request/errors.js";
import { log } from "#shared/kernel/observability/log.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { memberErrors } from "../member.errors.js";
import { kickOutJob } from "../member.jobs.js";

/** Later than this it would kick out a device that signed in since instead of the intended one. */
const LATEST_MS = minutes(2);

/** Enqueues kicking a member out of the chat after a session ended elsewhere, with the caller's transaction. */
export async function kickOutSoon(memberId: number): Promise<void> {
  await enqueue(kickOutJob, { memberId, endedAt: clock.ms() });
}

/**
 * For workers: kicks a member out of the chat, whose devices then see KICKED_OUT (rules: Sign-in); those still signed
 * in here sign in there again. PlatformFailed when a retry may succeed, else ChatRefused.
 */
export async function kickOut(
  { memberId, endedAt }: { memberId: number; endedAt: number },
  chat: ChatClient,
): Promise<void> {
  if (!chat.isConfigured()) return;
  if (clock.ms() - endedAt > LATEST_MS) {
    log.warn({ memberId, endedAt }, "too late to sign a member out of the chat");
    return;
  }
  try {
    await chat.kickOut(String(memberId));
  } catch (error) {
    if (!(error instanceof ChatRefused)) throw error;
    throw error.isPassing
      ? errors.PlatformFailed({ platform: `im (${error.errorCode})` })
      : memberErrors.ChatRefused({ reason: error.errorCode });
  }
}
