import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { config } from "../config/config.js";
import type { RunningSpan } from "../observability/spans.js";
import { subjectsOf, type About } from "../queue/subjects.js";

export type Language = "en" | "zh";

/** Who acts: a member, an operator, or the system (schedules and reactions). */
export type Actor =
  | { kind: "member"; memberId: number; sessionId: number }
  | { kind: "operator"; operatorId: number; sessionId: number; permissions: readonly string[] };

/** A call of a provider, a merchant or a store of objects. */
export interface OutsideCall {
  at: Date;
  /** Who was called: "wechatpay", "merchant", "mail". */
  to: string;
  method: string;
  path?: string;
  /** The answer's status, or a word for what went wrong. */
  status: string;
  ms: number;
}
export const MOST_CALLS = 20;

/** What a run of a job did and learned; its row gets it with the write that ends the try. */
export interface RunNotes {
  calls: OutsideCall[];
  /** Of subjects.ts. */
  subjects: string[];
}

/** The slots beside which a job runs, and the places that it holds until its run has ended. */
export interface Slots {
  queue: string;
  count: number;
  /** Of the job (JobDeclaration.lane). */
  lane?: string | undefined;
  places: Map<string, () => void>;
  /** The run has ended, or was given up: what it still does takes no place, which nobody would give back. */
  isOver?: boolean;
}

/** What one request or one job carries along: into logs, jobs and provider calls. */
export interface Context {
  requestId: string;
  language: Language;
  actor?: Actor | undefined;
  ip?: string | undefined;
  userAgent?: string | undefined;
  /** 0 unknown, 10 mini-program, 11 official account, 20 H5, 31 app (rules: Sign-in). */
  terminal?: number | undefined;
  /** What it is, for who asks where a job comes from: "POST /app-api/trade/order/create", "trade.markOrderPaid". */
  name?: string | undefined;
  jobId?: string | undefined;
  /** Of a job that has a row. */
  run?: RunNotes | undefined;
  /** Of a job: aborts what it waits for outside once it has run for longer than it may. */
  signal?: AbortSignal | undefined;
  /** Of a run under a lease: throws once the lease may be another's (mongo/fencing.ts). */
  fence?: (() => void) | undefined;
  /** Of a job: its process is to end, and waits for it. */
  isDraining?: (() => boolean) | undefined;
  /** Of a job: the slots of its queue in this process. */
  slots?: Slots | undefined;
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

/** Goes on in the name of an operator who began it and waits no longer. */
export function asOperator<T>(operatorId: number, fn: () => T): T {
  const actor: Actor = { kind: "operator", operatorId, sessionId: 0, permissions: [] };
  return storage.run({ requestId: currentRequestId(), language: currentLanguage(), ...storage.getStore(), actor }, fn);
}

/** A running job has learned what it is about besides what its payload says: who looks for that finds the job. */
export function nowAbout(about: About): void {
  storage.getStore()?.run?.subjects.push(...subjectsOf(about));
}

/** A job was left at a safe point, to go on in another process. */
export class HandedBack extends Error {}

/**
 * A safe point of a job that takes long: what it has done is kept, and a new run goes on from there, or is through with it
 * at once. When its process is to end, the job is handed back here, without having lost a try; when its time is up, it ends.
 */
export function checkpoint(): void {
  storage.getStore()?.signal?.throwIfAborted();
  if (storage.getStore()?.isDraining?.()) throw new HandedBack("its process is to end");
}

/** Aborts when the running job's time is up, and when one of `own` does. */
export function signalOfRun(...own: AbortSignal[]): AbortSignal {
  const ofJob = storage.getStore()?.signal;
  return AbortSignal.any(ofJob ? [...own, ofJob] : own);
}

/** Waits, as long as the running job may. */
export const pauseRun = (ms: number): Promise<void> => pause(ms, undefined, { signal: signalOfRun() });

/** Notes a call of the running job. */
export function recordCall(call: OutsideCall): void {
  const calls = storage.getStore()?.run?.calls;
  if (calls && calls.push(call) > MOST_CALLS) calls.shift();
}
