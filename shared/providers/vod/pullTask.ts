import { z } from "zod";
import { Address, Text } from "../tencentApi/parsing.js";
import type { PullResult } from "./port.js";

/** A fetched video in the provider's format. */
export const PullTask = z.object({
  Status: Text,
  ErrCode: z
    .number()
    .int()
    .nullish()
    .transform((value) => value ?? 0),
  Message: Text,
  FileId: Text,
  FileUrl: Address,
  MediaBasicInfo: z.object({ CoverUrl: Address, MediaUrl: Address }).nullish(),
  SessionId: Text,
  SessionContext: Text,
});

const FINISHED = "FINISH";
/** "Internal service error, please try again." */
const INTERNAL = 70_000;

export function resultOf(task: z.output<typeof PullTask>): PullResult {
  if (task.Status !== FINISHED) return { state: "waiting" };
  if (task.ErrCode !== 0 || task.FileId === "")
    return { state: "failed", code: task.ErrCode, message: task.Message, isPassing: task.ErrCode === INTERNAL };
  return {
    state: "done",
    fileId: task.FileId,
    mediaUrl: task.FileUrl || (task.MediaBasicInfo?.MediaUrl ?? ""),
    coverUrl: task.MediaBasicInfo?.CoverUrl ?? "",
  };
}
