/** The state of a video that the provider was requested to fetch. */
export type PullResult =
  | { state: "waiting" }
  | { state: "done"; fileId: string; mediaUrl: string; coverUrl: string }
  /** `isPassing`: a fault of the provider itself; a new request may succeed. */
  | { state: "failed"; code: number; message: string; isPassing: boolean };

/** A video at the provider. */
export interface VodMedia {
  /** Web addresses, or "". The cover is the first picture of the video if no other was made. */
  mediaUrl: string;
  coverUrl: string;
  /** What we put into the signature of a client's own upload. */
  source: string;
}

/** What a callback claims to be about. Its signature covers only a time, so the provider is queried for the facts. */
export type VodEvent =
  | { kind: "pulled"; session: string }
  /** A client has uploaded directly, with a signature of ours. */
  | { kind: "uploaded"; fileId: string }
  | { kind: "cover"; fileId: string; session: string }
  /** Nothing that this shop acts on. */
  | { kind: "other" };

/** The provider refused, with a code; `isPassing`: a retry may succeed. */
export class VodRefused extends Error {
  readonly code: string;
  readonly isPassing: boolean;
  constructor(code: string, reason: string, isPassing: boolean) {
    super(`vod: ${code} ${reason}`);
    this.code = code;
    this.isPassing = isPassing;
  }
}

/** Too many calls: no further one within `waitMs`. */
export class VodBusy extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super(`vod: too many calls, wait ${waitMs} ms`);
    this.waitMs = waitMs;
  }
}

/** A callback that is not the provider's, or in an unexpected format. */
export class CallbackRefused extends Error {}

/** All calls throw VodRefused, VodBusy, and OutboundFailed without a proper response: the provider may have acted. */
export interface VideoClient {
  isConfigured(): boolean;
  /**
   * Has the provider fetch a video. It accepts a session once in three days: "before" means that it was requested already,
   * and findTask returns its task.
   */
  pull(video: { url: string; type: string; name: string; session: string }): Promise<{ taskId: string } | "before">;
  /** The id of a session's task, if the provider lists it. */
  findTask(session: string): Promise<string | null>;
  /** Null: the task is unknown there (any more). */
  task(taskId: string): Promise<PullResult | null>;
  /** What the provider has of a video; null when it is unknown there. */
  media(fileId: string): Promise<VodMedia | null>;
  /** Deletes a video with all that was derived from it; one that is gone is no error. */
  remove(fileId: string): Promise<void>;
}
