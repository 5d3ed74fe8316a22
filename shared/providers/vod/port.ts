/** What became of a video that the provider was asked to fetch. */
export type PullResult =
  | { state: "waiting" }
  | { state: "done"; fileId: string; mediaUrl: string; coverUrl: string }
  /** `isPassing`: the platform's own trouble; asking anew may do. */
  | { state: "failed"; code: number; message: string; isPassing: boolean };

/** A video at the provider. */
export interface VodMedia {
  /** Web addresses, or "". The cover is the first picture of the video where no other was made. */
  mediaUrl: string;
  coverUrl: string;
  /** What we gave along with the signature of a client's own upload. */
  source: string;
}

/** What a callback claims to be about: its signature is one of a time alone, so that the provider is asked what is true. */
export type VodNews =
  | { kind: "pulled"; session: string }
  /** A client has uploaded by itself, with a signature of ours. */
  | { kind: "uploaded"; fileId: string }
  | { kind: "cover"; fileId: string; session: string }
  /** Nothing that this shop acts on. */
  | { kind: "other" };

/** The provider said no, by its code; `isPassing`: another try may do. */
export class VodRefused extends Error {
  readonly code: string;
  readonly isPassing: boolean;
  constructor(code: string, reason: string, isPassing: boolean) {
    super(`vod: ${code} ${reason}`);
    this.code = code;
    this.isPassing = isPassing;
  }
}

/** Too many calls: none before `waitMs` are over. */
export class VodBusy extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super(`vod: too many calls, wait ${waitMs} ms`);
    this.waitMs = waitMs;
  }
}

/** A callback that is not the provider's, or in a form of its own. */
export class CallbackRefused extends Error {}

/** All calls throw VodRefused, VodBusy, and OutboundFailed when no proper answer came: the call may have acted. */
export interface VideoClient {
  isConfigured(): boolean;
  /**
   * Has the provider fetch a video. It takes a session once in three days: "before" says that it was asked already, and
   * findTask how it is called there.
   */
  pull(video: { url: string; type: string; name: string; session: string }): Promise<{ taskId: string } | "before">;
  /** The task of a session, if the provider lists it. */
  findTask(session: string): Promise<string | null>;
  /** Null: not known (any more). */
  task(taskId: string): Promise<PullResult | null>;
  /** What the provider has of a video; null when it does not know it. */
  media(fileId: string): Promise<VodMedia | null>;
  /** Deletes a video with all that was made of it; one that is gone is fine. */
  remove(fileId: string): Promise<void>;
}
