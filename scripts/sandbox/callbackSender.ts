/** Sends the providers' callbacks, with copies at once or later, and repeats those that the service did not accept. */
import { NO_ANSWER } from "./answer.codes.js";
import { CallbackPlans } from "./callbackPlans.js";

export interface Callback {
  platform: string;
  /** What it is about, shown to people: an order or refund number. */
  subject: string;
  url: string;
  body: string;
  /** Computed for each sending, because a signature carries its time; copies sent at once share it. */
  headers(): Record<string, string>;
  /** Whether the service accepted it; if not, it is sent again. `answer` is the first 4 Ki characters of the body. */
  accepted(status: number, answer: string): boolean;
  /** False for what no provider would repeat, such as a forged copy. */
  resend: boolean;
}

/** The response to one copy. Status 0 means that none came; then `error` says why. */
export interface Delivery {
  status: number;
  ms: number;
  /** Whether it was the response that the provider expects. */
  taken: boolean;
  error?: string;
}

interface CallbackRecord extends Delivery {
  platform: string;
  subject: string;
  url: string;
  /** Epoch ms. */
  at: number;
}

const KEPT_RECORDS = 500;
const READ_CHARACTERS = 4_096;

export class CallbackSender {
  /** What scenarios make of the next ones. */
  readonly plans = new CallbackPlans();
  readonly #options: { timeoutMs: number; resendAfterMs: readonly number[]; now: () => number };
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Those on their way now, without what is to be repeated later. */
  readonly #sending = new Set<Promise<unknown>>();
  #aborter = new AbortController();
  #records: CallbackRecord[] = [];

  /** @param options.resendAfterMs the wait before each repeat; its length is the number of repeats */
  constructor(options: { timeoutMs: number; resendAfterMs: readonly number[]; now: () => number }) {
    this.#options = options;
  }

  /**
   * Sends copies at once and returns the response to each; if none was accepted, it repeats later, one copy each time.
   * With a delay nothing is sent yet, and the result is empty.
   */
  async send(callback: Callback, wish: { times?: number; delayMs?: number } = {}): Promise<Delivery[]> {
    const plan = this.plans.take(callback.platform, callback.subject);
    if (plan.lost) return [];
    const { delayMs = 0 } = wish;
    const times = plan.times ?? wish.times ?? 1;
    if (delayMs === 0) return this.#now(callback, times);
    this.#later(delayMs, () => this.#now(callback, times));
    return [];
  }

  #now(callback: Callback, times: number): Promise<Delivery[]> {
    const sending = this.#attempt(callback, times, 0);
    this.#sending.add(sending);
    return sending.finally(() => this.#sending.delete(sending));
  }

  /** Waits until what is on its way now is answered. Repeats of later are not waited for. */
  async idle(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending);
  }

  /** Newest first. */
  list(): CallbackRecord[] {
    return [...this.#records];
  }

  /** Drops pending callbacks and aborts running ones. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#aborter.abort();
    this.#aborter = new AbortController();
  }

  clear(): void {
    this.stop();
    this.#records = [];
  }

  async #attempt(callback: Callback, times: number, resent: number): Promise<Delivery[]> {
    const stopped = this.#aborter.signal;
    const headers = { "Content-Type": "application/json", ...callback.headers() };
    const copies = Array.from({ length: times }, () => this.#post(callback, headers, stopped));
    const deliveries = await Promise.all(copies);
    const wait = this.#options.resendAfterMs[resent];
    const taken = deliveries.some((delivery) => delivery.taken);
    if (!taken && callback.resend && wait !== undefined && !stopped.aborted) {
      this.#later(wait, () => this.#attempt(callback, 1, resent + 1));
    }
    return deliveries;
  }

  async #post(callback: Callback, headers: Record<string, string>, stopped: AbortSignal): Promise<Delivery> {
    const at = this.#options.now();
    const started = performance.now();
    const answered = await fetch(callback.url, {
      method: "POST",
      headers,
      body: callback.body,
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(this.#options.timeoutMs), stopped]),
    })
      .then(async (response) => {
        const { status } = response;
        return { status, taken: callback.accepted(status, (await response.text()).slice(0, READ_CHARACTERS)) };
      })
      .catch((error: unknown) => ({ status: NO_ANSWER, taken: false, error: reason(error) }));
    const delivery: Delivery = { ...answered, ms: Math.round(performance.now() - started) };
    const { platform, subject, url } = callback;
    this.#records.unshift({ platform, subject, url, at, ...delivery });
    if (this.#records.length > KEPT_RECORDS) this.#records.pop();
    return delivery;
  }

  /** Unref'ed: a pending repeat does not keep the process alive. Delivering never throws. */
  #later(ms: number, run: () => Promise<unknown>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void run();
    }, ms).unref();
    this.#timers.add(timer);
  }
}

/** fetch hides the reason (connection refused, say) in the cause. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
