import { tencentIm } from "#shared/providers/chat/client.js";
import { ChatRefused, type ChatPlatform, type TimeLeft } from "#shared/providers/chat/port.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { errors, type AppError } from "#shared/kernel/request/errors.js";
import { OutboundFailed, TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { log } from "#shared/kernel/observability/log.js";
import { chatErrors } from "./chat.errors.js";

/** The provider that carries the chat. */
export const chat: ChatPlatform = tencentIm;

/** All that one answer takes at the provider: under the five seconds that a client waits. */
export const ASKED_MS = seconds(4);

/** A time budget that begins now. Real time: it bounds waiting, and is no business time. */
export function timeWithin(ms: number): TimeLeft {
  const end = performance.now() + ms;
  return () => Math.max(0, Math.round(end - performance.now()));
}

/** A no of the provider, as clients are told it. */
export function refusalOf({ kind, errorCode }: ChatRefused): AppError {
  switch (kind) {
    case "noGroup":
      return chatErrors.ChatGroupNotFound();
    case "noAccount":
      return chatErrors.ChatAccountNotFound();
    case "text":
      return chatErrors.ChatTextRefused();
    case "input":
    case "other":
      return chatErrors.ChatPlatformRefused({ reason: errorCode });
  }
}

export const isFinal = (error: unknown): error is ChatRefused => error instanceof ChatRefused && !error.isPassing;

/**
 * For what a client waits for: a no by its code, any trouble of the provider's as StillWorking. TooManyCalls goes on to
 * the runtime, whose queue then rests; the question stays in it as long as anybody waits.
 */
export async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isFinal(error)) throw refusalOf(error);
    if (error instanceof TooManyCalls) throw error;
    if (!(error instanceof OutboundFailed) && !(error instanceof ChatRefused)) throw error;
    log.warn({ err: error }, "the chat platform did not answer in time");
    throw errors.StillWorking({}, 2);
  }
}
