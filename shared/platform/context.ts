import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { config } from "./config.js";
import type { RunningSpan } from "./spans.js";

export type Language = "en" | "zh";

/** Who acts: a member, an operator, or the system (schedules and reactions). */
export type Actor =
  | { kind: "member"; memberId: number; sessionId: number }
  | { kind: "operator"; operatorId: number; sessionId: number; permissions: readonly string[] };

/** What one request or one job carries along: into logs, jobs and platform calls. */
export interface Context {
  requestId: string;
  language: Language;
  actor?: Actor | undefined;
  ip?: string | undefined;
  userAgent?: string | undefined;
  /** 0 unknown, 10 mini-program, 11 official account, 20 H5, 31 app (spec, Authentication 2). */
  terminal?: number | undefined;
  jobId?: string | undefined;
  /** Where traces are made: the one of this request or job. */
  span?: RunningSpan | undefined;
  /** Runs inside the outermost transaction, last, with its outcome: an idempotency key's answer is kept with the work. */
  beforeCommit?: ((outcome: unknown) => Promise<void>) | undefined;
}

const storage = new AsyncLocalStorage<Context>();

/** Runs `fn` with this context; everything awaited inside sees it. */
export function withContext<T>(context: Context, fn: () => T): T {
  return storage.run(context, fn);
}

export function currentContext(): Context | undefined {
  return storage.getStore();
}

/** The id of the running request, or a new one where there is none. */
export function currentRequestId(): string {
  return storage.getStore()?.requestId ?? randomUUID();
}

export function currentLanguage(): Language {
  return storage.getStore()?.language ?? config.DEFAULT_LANGUAGE;
}
