/** A video, and the task that fetched it. Times are epoch ms. */
export interface VodMedia {
  taskId: string;
  sessionId: string;
  sessionContext: string;
  /** The owner's name for it. */
  name: string;
  type: string;
  state: "fetching" | "ready" | "failed" | "deleted";
  /** The provider's id for it, once it is there. */
  fileId: string | null;
  mediaUrl: string;
  coverUrl: string;
  /** A picture of the video, for a task flow that takes snapshots instead of covers. */
  snapshotUrl?: string;
  /** The stream of a recording. */
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
