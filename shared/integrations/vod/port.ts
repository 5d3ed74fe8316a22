/** What became of a video that the platform was asked to fetch. */
export type PullResult =
  | { state: "waiting" }
  | { state: "done"; fileId: string; mediaUrl: string; coverUrl: string }
  /** `isPassing`: the platform's own trouble; asking anew may do. */
  | { state: "failed"; code: number; message: string; isPassing: boolean };

/** What a callback tells. `session` and `source` are what we gave along. */
export type VodNews =
  | { kind: "pulled"; session: string; result: PullResult }
  /** A client has uploaded by itself, with a signature of ours. */
  | { kind: "uploaded"; fileId: string; mediaUrl: string; coverUrl: string; source: string }
  | { kind: "cover"; fileId: string; session: string; coverUrl: string }
  /** Nothing that this shop acts on. */
  | { kind: "other" };

/** The platform said no, by its code; `isPassing`: another try may do. */
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

/** A callback that is not the platform's, or in a form of its own. */
export class CallbackRefused extends Error {}

/** All calls throw VodRefused, VodBusy, and OutboundFailed when no proper answer came: the call may have acted. */
export interface VideoPlatform {
  isConfigured(): boolean;
  /**
   * Has the platform fetch a video. It takes a session once in three days: "before" says that it was asked already, and
   * findTask how it is called there.
   */
  pull(video: { url: string; type: string; name: string; session: string }): Promise<{ taskId: string } | "before">;
  /** The task of a session, if the platform lists it. */
  findTask(session: string): Promise<string | null>;
  /** Null: not known (any more). */
  task(taskId: string): Promise<PullResult | null>;
  /** The cover of a video, "" as long as it has none; null when the platform does not know the video. */
  cover(fileId: string): Promise<string | null>;
  /** Deletes a video with all that was made of it; one that is gone is fine. */
  remove(fileId: string): Promise<void>;
  /** Checks a callback's signature; answers its text. CallbackRefused. */
  verifyCallback(rawBody: Buffer): string;
  /** Reads a callback. CallbackRefused when it has another form. */
  openCallback(body: string): VodNews;
}
