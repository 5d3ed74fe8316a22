import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { config } from "../config/config.js";
import type { RunningSpan } from "../observability/spans.js";
import type { ProofPurpose } from "../security/proofOfWork.js";
import { subjectsOf, type About } from "../queue/subjects.js";

export type Language = "en" | "zh";

/** Who acts: a member, an operator, or the system (schedules and reactions). */
export type Actor =
  | { kind: "member"; memberId: number; sessionId: number }
  | { kind: "operator"; operatorId: number; sessionId: number; permissions: readonly string[] };

/** A call of a provider, a merchant or a store of objects. */
export interface OutsideCall {
  at: Date;
  /** The service that was called: "wechatpay", "merchant", "mail". */
  to: string;
  method: string;
  path?: string;
  /** The status of the response, or a word for what went wrong. */
  status: string;
  ms: number;
}
export const MOST_CALLS = 20;

/** What a run of a job did and what it is about; stored in its row with the write that ends the try. */
export interface RunNotes {
  calls: OutsideCall[];
  /** Of subjects.ts. */
  subjects: string[];
}

/** The slots of a job's queue, and the places that the job holds until its run has ended. */
export interface Slots {
  queue: string;
  count: number;
  /** Of the job (JobDeclaration.lane). */
  lane?: string | undefined;
  places: Map<string, () => void>;
  /** The run has ended or was abandoned: it takes no more places, as nobody would release them. */
  isOver?: boolean;
}

/** Of a run under a lease. Both throw once the lease is, or may be, another's. */
export interface Fence {
  /** By this process's clock, before each write; costs no command. */
  check: () => void;
  /** By the number of the lease in the store, as the last write of a transaction. */
  hold: () => Promise<void>;
}

/** A row, or a single object (id ""), that operators change as a whole. */
export interface Form {
  /** "product/brand": the path of its endpoints. */
  noun: string;
  id: string;
  /** With which version the operator opened it; undefined: not given. */
  version?: number | undefined;
  /** Hash of what is saved: the same save again, as after a lost answer, is no other one. */
  digest?: string;
}

/** The context of one request or job, for logs, jobs and provider calls. */
export interface Context {
  requestId: string;
  language: Language;
  actor?: Actor | undefined;
  ip?: string | undefined;
  userAgent?: string | undefined;
  /** Of a request whose address passed a soft limit: goes on with a proof of work, else throws ProofNeeded. */
  prove?: ((purpose: ProofPurpose) => Promise<void>) | undefined;
  /** 0 unknown, 10 mini-program, 11 official account, 20 H5, 31 app (rules: Sign-in). */
  terminal?: number | undefined;
  /** Its name, which shows where a job comes from: "POST /app-api/trade/order/create", "trade.markOrderPaid". */
  name?: string | undefined;
  jobId?: string | undefined;
  /** Of a job that has a row. */
  run?: RunNotes | undefined;
  /** Of a job: aborts its outside calls once it has run for longer than it may. */
  signal?: AbortSignal | undefined;
  /** Of a job: when most of its time is over, by performance.now(). */
  lateAt?: number | undefined;
  /** Of a run under a lease (mongo/fencing.ts). */
  fence?: Fence | undefined;
  /** Of a job: whether its process is shutting down and waits for it. */
  isDraining?: (() => boolean) | undefined;
  /** Of a job: the slots of its queue in this process. */
  slots?: Slots | undefined;
  /** The span of this request or job, where traces are made. */
  span?: RunningSpan | undefined;
  /** Of an operator's request about a whole form: what it counts and expects (audit/form/countFormWrite.ts). */
  form?: Form | undefined;
  /** Its last broadcast: whether Redis took it. The response waits for that (redis/broadcast.ts). */
  lastBroadcast?: Promise<boolean> | undefined;
  /** Runs last in the outermost transaction, with its outcome, to store an idempotency key's response with the work. */
  beforeCommit?: ((outcome: unknown) => Promise<void>) | undefined;
}

const storage = new AsyncLocalStorage<Context>();

/** Runs `fn` with this context; everything awaited inside sees it. */
export function withContext<T>(context: Context, fn: () => T): T {
  return storage.run(context, fn);
}

/** Runs `fn` in nobody's context: work for many that one of them happened to begin. */
export function withoutContext<T>(fn: () => T): T {
  return storage.exit(fn);
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

/** Runs `fn` as an operator who started the work and no longer waits for it. */
export function asOperator<T>(operatorId: number, fn: () => T): T {
  const actor: Actor = { kind: "operator", operatorId, sessionId: 0, permissions: [] };
  return storage.run({ requestId: currentRequestId(), language: currentLanguage(), ...storage.getStore(), actor }, fn);
}

/** Adds what the running job is about besides what its payload names, so that a search for it finds the job. */
export function nowAbout(about: About): void {
  storage.getStore()?.run?.subjects.push(...subjectsOf(about));
}

/** A job stopped at a safe point, to continue in another process. */
export class HandedBack extends Error {}

/**
 * A safe point of a long job: what it has done is stored, and a new run continues from there, or finds nothing left. When
 * the process is shutting down, the job is handed back here, which does not count as a try; when its time is up, it ends.
 */
export function checkpoint(): void {
  storage.getStore()?.signal?.throwIfAborted();
  if (storage.getStore()?.isDraining?.()) throw new HandedBack("its process is to end");
}

/** Whether a job that leaves the rest to its next run may begin another batch. */
export function hasTimeLeft(): boolean {
  return performance.now() < (storage.getStore()?.lateAt ?? Infinity);
}

/** Aborts when the running job's time is up, or when one of `own` does. */
export function signalOfRun(...own: AbortSignal[]): AbortSignal {
  const ofJob = storage.getStore()?.signal;
  return AbortSignal.any(ofJob ? [...own, ofJob] : own);
}

/** Waits, unless the running job's time is up before. */
export const pauseRun = (ms: number): Promise<void> => pause(ms, undefined, { signal: signalOfRun() });

/** Records a call of the running job. */
export function recordCall(call: OutsideCall): void {
  const calls = storage.getStore()?.run?.calls;
  if (calls && calls.push(call) > MOST_CALLS) calls.shift();
}
