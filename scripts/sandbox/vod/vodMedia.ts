/** A video, and the task that fetched it. Times are epoch ms. */
export interface VodMedia {
  taskId: string;
  sessionId: string;
  sessionContext: string;
  /** What its owner calls it. */
  name: string;
  type: string;
  state: "fetching" | "ready" | "failed" | "deleted";
  /** The platform's name of it, once it is there. */
  fileId: string | null;
  mediaUrl: string;
  coverUrl: string;
  /** A picture of the video, where the task flow takes those and no cover. */
  snapshotUrl?: string;
  /** Of a recording: the stream it was made of. */
  streamId?: string;
  /** Its length. */
  seconds?: number;
  errCode: number;
  message: string;
  bytes: number;
  sourceUrl: string;
  sourceContext: string;
  createdAt: number;
}
