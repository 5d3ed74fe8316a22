/** The video provider's event notifications and their signature. */
import { createHash } from "node:crypto";
import type { VodMedia } from "./vodMedia.js";

/** Callbacks are valid for ten minutes after signing. */
const SIGNED_SECONDS = 600;

/** Also in DescribeMediaInfos' answer. */
export const basicInfo = (media: VodMedia): Record<string, unknown> => ({
  Name: media.name,
  Description: "",
  CreateTime: new Date(media.createdAt).toISOString(),
  CoverUrl: "",
  Type: media.type,
  MediaUrl: media.mediaUrl,
  TagSet: [],
  StorageRegion: "ap-guangzhou",
  SourceInfo: { SourceType: "Upload", SourceContext: media.sourceContext },
  Vid: media.fileId ?? "",
});

/** The same in DescribeTaskDetail's answer. */
export const pullTask = (media: VodMedia): Record<string, unknown> => ({
  TaskId: media.taskId,
  Status: media.state === "fetching" ? "PROCESSING" : "FINISH",
  ErrCode: media.errCode,
  Message: media.message || "SUCCESS",
  FileId: media.fileId ?? "",
  FileUrl: media.mediaUrl,
  MediaBasicInfo: media.errCode === 0 ? basicInfo(media) : null,
  ProcedureTaskId: "",
  SessionContext: media.sessionContext,
  SessionId: media.sessionId,
});

export const pullComplete = (media: VodMedia): object => ({
  EventType: "PullComplete",
  PullCompleteEvent: pullTask(media),
});

export const newFileUpload = (media: VodMedia): object => ({
  EventType: "NewFileUpload",
  FileUploadEvent: {
    FileId: media.fileId,
    MediaBasicInfo: basicInfo(media),
    ProcedureTaskId: "",
    ReviewAudioVideoTaskId: "",
  },
});

/** @param media what is known of it; for a video that never arrived that is only its name */
export const coverTaken = (media: Pick<VodMedia, "fileId" | "name" | "sessionContext">, coverUrl: string): object => ({
  EventType: "ProcedureStateChanged",
  ProcedureStateChangeEvent: {
    TaskId: `sandbox-Procedure-${media.name}`,
    Status: "FINISH",
    ErrCode: 0,
    Message: "SUCCESS",
    FileId: media.fileId ?? "",
    FileName: media.name,
    MediaProcessResultSet: [
      {
        Type: "CoverBySnapshot",
        CoverBySnapshotTask: {
          Status: "SUCCESS",
          ErrCode: 0,
          Message: "SUCCESS",
          Input: { Definition: 10, PositionType: "Time", PositionValue: 0 },
          Output: { CoverUrl: coverUrl },
        },
      },
    ],
    SessionContext: media.sessionContext,
    SessionId: "",
  },
});

/** sign = md5(key + t); t is when it expires. */
export function signedEvent(
  event: object,
  { key, nowSeconds, badSignature }: { key: string; nowSeconds: number; badSignature: boolean },
): string {
  const t = nowSeconds + SIGNED_SECONDS;
  const sign = createHash("md5")
    .update(`${key}${t}${badSignature ? " " : ""}`)
    .digest("hex");
  return JSON.stringify({ ...event, t, sign });
}
