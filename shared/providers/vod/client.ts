/** Tencent Cloud VOD, API 3.0 of version 2018-07-17: fetching videos, their covers, their deletion. */
import { z } from "zod";
import { callTencentApi } from "#shared/providers/tencentApi/callTencentApi.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { isOn } from "#shared/kernel/config/providers.js";
import type { OutboundAnswer } from "#shared/kernel/http/client.js";
import { Address, Text } from "../tencentApi/parsing.js";
import { VodBusy, VodRefused, type VideoClient, type VodMedia } from "./port.js";
import { PullTask, resultOf } from "./pullTask.js";

const VERSION = "2018-07-17";
/** The pause when the provider names none. */
const BUSY_MS = seconds(5);

const SESSION_TAKEN = "InvalidParameterValue.SessionId";
const gone = /^(ResourceNotFound|InvalidParameterValue\.(FileId|TaskId)$)/;
const busy = /^(RequestLimitExceeded|LimitExceeded(\.Frequency)?$)/;
/** Faults of the provider, and keys that are being changed, even within otherwise final kinds. */
const passing = /^(InternalError|FailedOperation\.(InvalidVodUser|NetWorkError)|AuthFailure|ResourceUnavailable)/;

const PullAnswer = z.object({ TaskId: z.string().min(1) });
const TaskAnswer = z.object({ Status: z.string(), PullUploadTask: PullTask.nullish() });
const TasksAnswer = z.object({
  TaskSet: z.array(z.object({ TaskId: z.string(), SessionId: Text })).nullish(),
  ScrollToken: Text,
});
const Media = z.object({
  FileId: z.string(),
  BasicInfo: z
    .object({ CoverUrl: Address, MediaUrl: Address, SourceInfo: z.object({ SourceContext: Text }).nullish() })
    .nullish(),
  SnapshotByTimeOffsetInfo: z
    .object({
      SnapshotByTimeOffsetSet: z
        .array(z.object({ PicInfoSet: z.array(z.object({ Url: Address })).nullish() }))
        .nullish(),
    })
    .nullish(),
});
const MediaAnswer = z.object({ MediaInfoSet: z.array(Media).nullish() });

export const tencentVod: VideoClient = {
  isConfigured: () => isOn("vod"),

  async pull({ url, type, name, session }) {
    const payload = {
      MediaUrl: url,
      MediaType: type,
      MediaName: name,
      SessionId: session,
      SessionContext: session,
      ...(config.VOD_PROCEDURE === "" ? {} : { Procedure: config.VOD_PROCEDURE }),
    };
    const answer = await call("PullUpload", payload, PullAnswer, (code) => code === SESSION_TAKEN);
    return answer === null ? "before" : { taskId: answer.TaskId };
  },

  async findTask(session) {
    for (const Status of ["FINISH", "PROCESSING", "WAITING"]) {
      let scrollToken = "";
      for (let page = 0; page < MAX_PAGES; page++) {
        const more = scrollToken === "" ? {} : { ScrollToken: scrollToken };
        const answer = await call("DescribeTasks", { Status, Limit: 100, ...more }, TasksAnswer);
        const found = answer?.TaskSet?.find(({ SessionId }) => SessionId === session);
        if (found) return found.TaskId;
        scrollToken = answer?.ScrollToken ?? "";
        if (scrollToken === "") break;
      }
    }
    return null;
  },

  async task(taskId) {
    const answer = await call("DescribeTaskDetail", { TaskId: taskId }, TaskAnswer, isGone);
    if (!answer) return null;
    return answer.PullUploadTask ? resultOf(answer.PullUploadTask) : { state: "waiting" };
  },

  async media(fileId) {
    const payload = { FileIds: [fileId], Filters: ["basicInfo", "snapshotByTimeOffsetInfo"] };
    const answer = await call("DescribeMediaInfos", payload, MediaAnswer, isGone);
    const found = answer?.MediaInfoSet?.find(({ FileId }) => FileId === fileId);
    return found ? factsOf(found) : null;
  },

  async remove(fileId) {
    await call("DeleteMedia", { FileId: fileId }, z.object({}), isGone);
  },
};

function factsOf({ BasicInfo: info, SnapshotByTimeOffsetInfo: taken }: z.output<typeof Media>): VodMedia {
  const pictures = (taken?.SnapshotByTimeOffsetSet ?? []).flatMap(({ PicInfoSet }) => PicInfoSet ?? []);
  return {
    mediaUrl: info?.MediaUrl ?? "",
    coverUrl: info?.CoverUrl || (pictures.map(({ Url }) => Url).find(Boolean) ?? ""),
    source: info?.SourceInfo?.SourceContext ?? "",
  };
}

/** Pages of 100 tasks that are searched for one: those of three days. */
const MAX_PAGES = 20;
const isGone = (code: string): boolean => gone.test(code);

/** One call; null for a refusal that `takes` accepts as a reply. */
async function call<S extends z.ZodType>(
  action: string,
  payload: object,
  answer: S,
  takes: (code: string) => boolean = () => false,
): Promise<z.output<S> | null> {
  const account = {
    service: "vod",
    baseUrl: config.VOD_BASE_URL,
    version: VERSION,
    secretId: config.VOD_SECRET_ID,
    secretKey: config.VOD_SECRET_KEY,
  };
  const subApp = config.VOD_SUB_APP_ID === "" ? {} : { SubAppId: Number(config.VOD_SUB_APP_ID) };
  const found = await callTencentApi(account, {
    action,
    payload: { ...payload, ...subApp },
    answer,
    answered: checkBusy,
  });
  if (!isRefusal(found)) return found;
  const { Code, Message } = found.Error;
  if (takes(Code)) return null;
  if (busy.test(Code)) throw new VodBusy(BUSY_MS);
  throw new VodRefused(Code, Message, passing.test(Code));
}

const isRefusal = (answer: unknown): answer is { Error: { Code: string; Message: string } } =>
  typeof answer === "object" && answer !== null && "Error" in answer;

const TOO_MANY = 429;
const MAX_BUSY_S = 600;

function checkBusy({ status, headers }: OutboundAnswer): void {
  if (status !== TOO_MANY) return;
  const retryAfter = Number(headers["retry-after"]);
  throw new VodBusy(retryAfter > 0 ? seconds(Math.min(retryAfter, MAX_BUSY_S)) : BUSY_MS);
}
