/** The call got no response: it may or may not have had an effect. */
export class OutboundFailed extends Error {
  readonly to: string;
  constructor(to: string, reason: string) {
    super(`${to}: ${reason}`);
    this.to = to;
  }
}

/** The provider limits our calls: the queue of the job that got this pauses for `restMs` (workers/runtime). */
export class TooManyCalls extends OutboundFailed {
  readonly restMs: number;
  constructor(to: string, restMs: number) {
    super(to, `too many calls, again in ${restMs} ms`);
    this.restMs = restMs;
  }
}
