import { z } from "zod";
import { callTencentApi, type TencentRefusal } from "#shared/providers/tencentApi/callTencentApi.js";
import { config } from "#shared/kernel/config/config.js";
import { Address } from "../tencentApi/parsing.js";
import { StreamRefused, type RecordedFile, type StreamFacts } from "./port.js";

/** Tencent Cloud Streaming's API. */
const VERSION = "2018-08-01";
const Done = z.object({ RequestId: z.string() });
const passing = /^(InternalError|RequestLimitExceeded|LimitExceeded|FailedOperation\.CallOtherSvrFailed|ServerBusy)/;

const State = z.object({ StreamState: z.string() });
const Moment = z.string().transform((text) => new Date(text));
const Events = z.object({
  EventList: z.array(z.object({ StreamStartTime: Moment, StreamEndTime: Moment })).nullish(),
});
const Recordings = z.object({
  MediaInfoSet: z
    .array(
      z.object({
        FileId: z.string().min(1),
        BasicInfo: z.object({ MediaUrl: Address }).nullish(),
        MetaData: z.object({ Size: z.number().nullish(), Duration: z.number().nullish() }).nullish(),
      }),
    )
    .nullish(),
});

/** Stops the stream of this name. A stream that nobody pushes counts as stopped. */
export async function dropStream(streamName: string): Promise<void> {
  await callLive("DropLiveStream", streamName, {}, Done);
}

/** Whether it is pushed now, and if not, its last push; `since` is within the last seven days. */
export async function streamFacts(streamName: string, since: Date): Promise<StreamFacts> {
  const { StreamState } = await callLive("DescribeLiveStreamState", streamName, {}, State);
  if (StreamState === "active") return { isActive: true, lastPush: null };
  const period = { StartTime: utc(since), EndTime: utc(new Date()), PageNum: 1, PageSize: 100, IsFilter: 1, IsAsc: 0 };
  const { EventList } = await callLive("DescribeLiveStreamEventList", streamName, period, Events);
  const over = (EventList ?? []).filter(({ StreamEndTime: at }) => !Number.isNaN(at.getTime()));
  const last = over.toSorted((a, b) => b.StreamEndTime.getTime() - a.StreamEndTime.getTime())[0];
  return { isActive: false, lastPush: last ? { startedAt: last.StreamStartTime, endedAt: last.StreamEndTime } : null };
}

/** Recordings are at the video provider, by the stream's name. */
export async function recordingsOf(streamName: string): Promise<RecordedFile[]> {
  const subApp = config.VOD_SUB_APP_ID === "" ? {} : { SubAppId: Number(config.VOD_SUB_APP_ID) };
  const answer = await callTencentApi(
    {
      service: "vod",
      baseUrl: config.VOD_BASE_URL,
      version: "2018-07-17",
      secretId: config.VOD_SECRET_ID,
      secretKey: config.VOD_SECRET_KEY,
    },
    {
      action: "SearchMedia",
      payload: { StreamIds: [streamName], Limit: 100, Filters: ["basicInfo", "metaData"], ...subApp },
      answer: Recordings,
    },
  );
  const { MediaInfoSet } = unlessRefused(answer);
  return (MediaInfoSet ?? []).map(({ FileId, BasicInfo, MetaData }) => ({
    fileId: FileId,
    videoUrl: BasicInfo?.MediaUrl ?? "",
    durationSeconds: Math.round(MetaData?.Duration ?? 0),
    fileSize: MetaData?.Size ?? 0,
  }));
}

/** The API's time format: whole seconds. */
const utc = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

async function callLive<S extends z.ZodObject>(
  action: string,
  streamName: string,
  more: object,
  answer: S,
): Promise<z.output<S>> {
  const account = {
    service: "live",
    baseUrl: config.LIVE_API_URL,
    version: VERSION,
    secretId: config.LIVE_SECRET_ID,
    secretKey: config.LIVE_SECRET_KEY,
  };
  const stream = { DomainName: config.LIVE_PUSH_DOMAIN, AppName: config.LIVE_APP_NAME, StreamName: streamName };
  return unlessRefused(await callTencentApi(account, { action, payload: { ...stream, ...more }, answer }));
}

function unlessRefused<T extends object>(answer: T | TencentRefusal): T {
  if (!("Error" in answer)) return answer;
  const { Code, Message } = (answer as TencentRefusal).Error;
  throw new StreamRefused(Code, Message.slice(0, 200), passing.test(Code));
}
