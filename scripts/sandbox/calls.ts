/** Every call that the service made to a provider, for GET /sandbox/calls. Bounded in number and size. */
import type { FaultMode } from "./faults.js";
import { headerOf, type ProviderCall } from "./provider.js";

export interface CallRecord {
  /** Counts up from 1. */
  id: number;
  platform: string;
  method: string;
  /** As the real host would see it, query included. */
  path: string;
  /** The operation, where the path does not name it, such as alipay.trade.query. */
  operation: string | null;
  /** Arrival, epoch ms. */
  at: number;
  /** Null while it runs, and for a response that was lost on purpose. */
  status: number | null;
  ms: number | null;
  /** The caller's X-Request-Id. */
  requestId: string | null;
  /** At most 4 KiB of it. */
  body: string;
  fault: FaultMode | null;
}

const KEPT_CALLS = 1_000;
const KEPT_BODY_BYTES = 4_096;

export class Calls {
  #records: CallRecord[] = [];
  #count = 0;

  /** Records a call when it arrives, so that one that never gets a response is listed too; it is completed later. */
  begin(platform: string, call: ProviderCall, operation: string | null): CallRecord {
    const record: CallRecord = {
      id: ++this.#count,
      platform,
      method: call.method,
      path: call.path,
      operation,
      at: call.at,
      status: null,
      ms: null,
      requestId: headerOf(call, "x-request-id") ?? null,
      body: call.body.subarray(0, KEPT_BODY_BYTES).toString("utf8"),
      fault: null,
    };
    this.#records.unshift(record);
    if (this.#records.length > KEPT_CALLS) this.#records.pop();
    return record;
  }

  /** Newest first. */
  list(platform?: string): CallRecord[] {
    return this.#records.filter((one) => platform === undefined || one.platform === platform);
  }

  clear(): void {
    this.#records = [];
  }
}
