/** The actions of the video provider that the shop uses. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Shelf } from "../journal.js";
import type { VodKeys } from "../keyTypes.js";
import { headerOf, type ProviderCall } from "../provider.js";
import { checkTc3, SmsRefusal as ApiRefusal } from "../sms/tc3.js";
import type { VodMedia } from "./vodMedia.js";
import type { ActionAnswer } from "./vodAnswers.js";
import { basicInfo, pullTask } from "./vodEvents.js";

const VERSION = "2018-07-17";
/** A session id is accepted once within three days. */
const SESSION_MS = 3 * 86_400_000;

const PullBody = z.object({
  MediaUrl: z.url(),
  MediaType: z.string().optional(),
  MediaName: z.string().max(64).optional(),
  SessionId: z.string().max(50).optional(),
  SessionContext: z.string().max(1_000).optional(),
});
const TaskBody = z.object({ TaskId: z.string() });
const TasksBody = z.object({
  Status: z.enum(["WAITING", "PROCESSING", "FINISH"]).optional(),
  Limit: z.int().min(1).max(100).default(10),
  ScrollToken: z.string().optional(),
});
const MediaBody = z.object({ FileIds: z.array(z.string()).min(1).max(20) });
const SearchBody = z.object({
  StreamIds: z.array(z.string()).min(1).max(20),
  Offset: z.int().min(0).default(0),
  Limit: z.int().min(1).max(5_000).default(10),
});
const DeleteBody = z.object({ FileId: z.string() });

export function makeActions(
  keys: VodKeys,
  side: {
    shelf: Shelf<VodMedia>;
    put: (media: VodMedia) => VodMedia;
    now: () => number;
    /** Called when a task began and the response was sent. */
    begun: (media: VodMedia) => void;
  },
): (call: ProviderCall) => ActionAnswer {
  const { shelf, put, now } = side;
  const byFileId = (fileId: string): VodMedia | undefined =>
    shelf.list().find((one) => one.fileId === fileId && one.state !== "deleted");

  const actions: Record<string, (body: unknown) => ActionAnswer> = {
    PullUpload(body) {
      const {
        MediaUrl,
        MediaType = "mp4",
        MediaName = "",
        SessionId = "",
        SessionContext = "",
      } = parse(PullBody, body);
      const isTaken = (one: VodMedia): boolean => one.sessionId === SessionId && now() - one.createdAt < SESSION_MS;
      if (SessionId !== "" && shelf.list().some(isTaken))
        throw new ApiRefusal("InvalidParameterValue.SessionId", "The SessionId is a duplicate.");
      const media = put({
        taskId: `${keys.appId}-Pull-${randomBytes(16).toString("hex")}`,
        sessionId: SessionId,
        sessionContext: SessionContext,
        name: MediaName,
        type: MediaType,
        state: "fetching",
        fileId: null,
        mediaUrl: "",
        coverUrl: "",
        errCode: 0,
        message: "",
        bytes: 0,
        sourceUrl: MediaUrl,
        sourceContext: "",
        createdAt: now(),
      });
      return { response: { TaskId: media.taskId }, afterwards: () => side.begun(media) };
    },
    DescribeTaskDetail(body) {
      const media = shelf.get(parse(TaskBody, body).TaskId);
      if (!media) throw new ApiRefusal("ResourceNotFound", "The task does not exist.");
      const Status = media.state === "fetching" ? "PROCESSING" : "FINISH";
      return { response: { TaskType: "PullUpload", Status, PullUploadTask: pullTask(media) } };
    },
    DescribeTasks(body) {
      const { Status, Limit, ScrollToken = "0" } = parse(TasksBody, body);
      const isAsked = ({ state }: VodMedia): boolean =>
        Status === undefined || (Status === "WAITING" ? false : (Status === "PROCESSING") === (state === "fetching"));
      const from = Number(ScrollToken);
      const found = shelf.list().filter(isAsked);
      const TaskSet = found.slice(from, from + Limit).map(({ taskId, sessionId, sessionContext, state }) => ({
        TaskId: taskId,
        TaskType: "PullUpload",
        Status: state === "fetching" ? "PROCESSING" : "FINISH",
        SessionId: sessionId,
        SessionContext: sessionContext,
      }));
      return { response: { TaskSet, ScrollToken: from + Limit < found.length ? String(from + Limit) : "" } };
    },
    DescribeMediaInfos(body) {
      const found = parse(MediaBody, body).FileIds.map((fileId) => [fileId, byFileId(fileId)] as const);
      return {
        response: {
          MediaInfoSet: found.flatMap(([FileId, media]) =>
            media
              ? [{ FileId, BasicInfo: { ...basicInfo(media), CoverUrl: media.coverUrl }, ...snapshots(media) }]
              : [],
          ),
          NotExistFileIdSet: found.filter(([, media]) => !media).map(([fileId]) => fileId),
        },
      };
    },
    SearchMedia(body) {
      const { StreamIds, Offset, Limit } = parse(SearchBody, body);
      const found = shelf
        .list()
        .filter(({ state, streamId }) => state === "ready" && streamId !== undefined && StreamIds.includes(streamId));
      return {
        response: {
          TotalCount: found.length,
          MediaInfoSet: found.slice(Offset, Offset + Limit).map((media) => ({
            FileId: media.fileId,
            BasicInfo: { ...basicInfo(media), SourceInfo: { SourceType: "Record", SourceContext: "" } },
            MetaData: { Size: media.bytes, Duration: media.seconds ?? 0 },
          })),
        },
      };
    },
    DeleteMedia(body) {
      const media = byFileId(parse(DeleteBody, body).FileId);
      if (!media) throw new ApiRefusal("InvalidParameterValue.FileId", "The file does not exist.");
      put({ ...media, state: "deleted" });
      return { response: {} };
    },
  };

  return (call) => {
    checkTc3(call, { ...keys, service: "vod" });
    const action = headerOf(call, "x-tc-action") ?? "";
    const act = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!act) throw new ApiRefusal("InvalidAction", `The action \`${action}\` is invalid.`);
    if (headerOf(call, "x-tc-version") !== VERSION)
      throw new ApiRefusal("NoSuchVersion", `The API version of \`${action}\` does not exist.`);
    return act(jsonOf(call.body));
  };
}

const snapshots = ({ snapshotUrl }: VodMedia): object =>
  snapshotUrl === undefined
    ? {}
    : {
        SnapshotByTimeOffsetInfo: {
          SnapshotByTimeOffsetSet: [{ Definition: 10, PicInfoSet: [{ TimeOffset: 0, Url: snapshotUrl }] }],
        },
      };

function parse<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ApiRefusal(
    "InvalidParameter",
    `The parameter \`${issue?.path.join(".")}\` is not valid: ${issue?.message}`,
  );
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new ApiRefusal("InvalidParameter", "The request body is not JSON.");
  }
}
