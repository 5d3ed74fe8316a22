/** The call did not come to an answer: it may or may not have acted. */
export class OutboundFailed extends Error {
  readonly to: string;
  constructor(to: string, reason: string) {
    super(`${to}: ${reason}`);
    this.to = to;
  }
}

/** The provider says that we call too often: the queue of the job that met this rests so long (workers/runtime). */
export class TooManyCalls extends OutboundFailed {
  readonly restMs: number;
  constructor(to: string, restMs: number) {
    super(to, `too many calls, again in ${restMs} ms`);
    this.restMs = restMs;
  }
}
