/** What the shop's refusal says, beside its text. */
export interface Refusal {
  /** Of the envelope: the HTTP status (400, 401, 403, 404, 409, 422, 429, 500, 503) or the number of a business refusal. */
  code: number;
  /** For people, in the language that was asked for. */
  msg: string;
  /** false where the call answers a Boolean, else null. */
  data: unknown;
  /** HTTP status; 200 for a business refusal. */
  status: number;
  /** Names this call in the shop's log. */
  requestId: string | undefined;
  /** After so many seconds the same call may be made again. */
  retryAfterSeconds: number | undefined;
}

/** The code when no answer of the shop came: the network, or something between. */
export const NO_ANSWER = -1;

/** A call that did not succeed. */
export class ShopError extends Error implements Refusal {
  override readonly name = "ShopError";
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  constructor(call: string, refusal: Refusal, cause?: unknown) {
    super(`${call} answered ${refusal.code}: ${refusal.msg}`, cause === undefined ? undefined : { cause });
    this.code = refusal.code;
    this.msg = refusal.msg;
    this.data = refusal.data;
    this.status = refusal.status;
    this.requestId = refusal.requestId;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}
