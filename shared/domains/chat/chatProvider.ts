import { tencentIm } from "#shared/providers/chat/client.js";
import { ChatRefused, type ChatClient, type TimeLeft } from "#shared/providers/chat/port.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { errors, type AppError } from "#shared/kernel/request/errors.js";
import { OutboundFailed, TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { log } from "#shared/kernel/observability/log.js";
import { chatErrors } from "./chat.errors.js";

/** The provider that carries the chat. */
export const chat: ChatClient = tencentIm;

/** Timeout for all calls to the provider that one answer needs: under the five seconds that a client waits. */
export const PROVIDER_TIMEOUT_MS = seconds(4);

/** A time budget that begins now. In real time, as it bounds waiting. */
export function timeWithin(ms: number): TimeLeft {
  const end = performance.now() + ms;
  return () => Math.max(0, Math.round(end - performance.now()));
}

/** A refusal of the provider as the error that clients get. */
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
 * For calls that a client waits for: a refusal becomes its error, any failure of the provider StillWorking.
 * TooManyCalls goes on to the runtime, which pauses the queue; the ask stays in it as long as a client waits.
 */
export async function forWaitingClient<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isFinal(error)) throw refusalOf(error);
    if (error instanceof TooManyCalls) throw error;
    if (!(error instanceof OutboundFailed) && !(error instanceof ChatRefused)) throw error;
    log.warn({ err: error }, "the chat provider did not respond in time");
    throw errors.StillWorking({}, 2);
  }
}
