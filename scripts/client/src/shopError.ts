/** The details of a refusal by the shop. */
export interface Refusal {
  /** The HTTP status (400, 401, 403, 404, 409, 422, 429, 500, 503), or the number of a business refusal. */
  code: number;
  /** For people, in the requested language. */
  msg: string;
  /** false where the call returns a Boolean, else null. */
  data: unknown;
  /** HTTP status; 200 for a business refusal. */
  status: number;
  /** Identifies this call in the shop's log. */
  requestId: string | undefined;
  /** The call may be repeated after this many seconds. */
  retryAfterSeconds: number | undefined;
  /** The header Proof-Challenge of code 1001009004, where the client has not solved it. */
  challenge?: string | undefined;
}

/** The code when the shop sent no response: the network, or something in between. */
export const NO_ANSWER = -1;
/** The status of a call without any response. */
export const NO_HTTP_STATUS = 0;

/** A call that did not succeed. */
export class ShopError extends Error implements Refusal {
  override readonly name = "ShopError";
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly challenge: string | undefined;
  constructor(call: string, refusal: Refusal, cause?: unknown) {
    super(`${call} answered ${refusal.code}: ${refusal.msg}`, cause === undefined ? undefined : { cause });
    this.code = refusal.code;
    this.msg = refusal.msg;
    this.data = refusal.data;
    this.status = refusal.status;
    this.requestId = refusal.requestId;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
    this.challenge = refusal.challenge;
  }
}
