import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { clock } from "#shared/platform/clock.js";
import { config } from "#shared/platform/config.js";
import { CallbackRefused, type VodNews } from "./port.js";
import { PullTask, resultOf } from "./pullTask.js";

const Text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
/** Shown in browsers: an address of the web or nothing. */
const Address = Text.transform((value) => (/^https?:\/\/[^\s"'<>\\]{1,2000}$/.test(value) ? value : ""));
const Signed = z.object({ sign: z.string(), t: z.coerce.number().int() });
const Event = z.object({ EventType: z.string() });

const Pulled = z.object({ PullCompleteEvent: PullTask });
const Uploaded = z.object({
  FileUploadEvent: z.object({
    FileId: z.string().min(1),
    MediaBasicInfo: z
      .object({
        CoverUrl: Address,
        MediaUrl: Address,
        SourceInfo: z.object({ SourceContext: Text }).nullish(),
      })
      .nullish(),
  }),
});
const Processed = z.object({
  ProcedureStateChangeEvent: z.object({
    FileId: Text,
    SessionId: Text,
    SessionContext: Text,
    MediaProcessResultSet: z
      .array(
        z.object({
          CoverBySnapshotTask: z.object({ Output: z.object({ CoverUrl: Address }).nullish() }).nullish(),
          SnapshotByTimeOffsetTask: z
            .object({ Output: z.object({ PicInfoSet: z.array(z.object({ Url: Address })).nullish() }).nullish() })
            .nullish(),
        }),
      )
      .nullish(),
  }),
});

/** sign = md5(callback key + t), t = epoch seconds until which it is good. */
export function verifyCallback(rawBody: Buffer): string {
  const text = rawBody.toString("utf8");
  const parsed = Signed.safeParse(jsonOf(text));
  if (!parsed.success) throw new CallbackRefused("sign or t is missing");
  const { sign, t } = parsed.data;
  const right = createHash("md5").update(`${config.VOD_CALLBACK_KEY}${t}`, "utf8").digest("hex");
  if (config.VOD_CALLBACK_KEY === "" || !same(sign, right)) throw new CallbackRefused("the signature does not hold");
  if (t * 1_000 < clock.ms()) throw new CallbackRefused("the signature has expired");
  return text;
}

export function openCallback(body: string): VodNews {
  const event = jsonOf(body);
  const { EventType } = parse(Event, event);
  if (EventType === "PullComplete") {
    const task = parse(Pulled, event).PullCompleteEvent;
    return { kind: "pulled", session: task.SessionContext || task.SessionId, result: resultOf(task) };
  }
  if (EventType === "NewFileUpload") {
    const { FileId, MediaBasicInfo: info } = parse(Uploaded, event).FileUploadEvent;
    return {
      kind: "uploaded",
      fileId: FileId,
      mediaUrl: info?.MediaUrl ?? "",
      coverUrl: info?.CoverUrl ?? "",
      source: info?.SourceInfo?.SourceContext ?? "",
    };
  }
  if (EventType === "ProcedureStateChanged") return coverNews(parse(Processed, event).ProcedureStateChangeEvent);
  return { kind: "other" };
}

/** The task flow's cover; where it makes pictures of the video instead, the first of them. */
function coverNews(change: z.output<typeof Processed>["ProcedureStateChangeEvent"]): VodNews {
  const results = change.MediaProcessResultSet ?? [];
  const covers = results.map(({ CoverBySnapshotTask: task }) => task?.Output?.CoverUrl);
  const pictures = results.flatMap(({ SnapshotByTimeOffsetTask: task }) => task?.Output?.PicInfoSet ?? []);
  const coverUrl = covers.find(Boolean) ?? pictures.map(({ Url }) => Url).find(Boolean);
  if (!coverUrl) return { kind: "other" };
  return { kind: "cover", fileId: change.FileId, session: change.SessionContext || change.SessionId, coverUrl };
}

function parse<S extends z.ZodType>(schema: S, event: unknown): z.output<S> {
  const parsed = schema.safeParse(event);
  if (!parsed.success) throw new CallbackRefused(`a callback of another form: ${parsed.error.issues[0]?.message}`);
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const same = (given: string, right: string): boolean =>
  /^[0-9a-f]{32}$/i.test(given) && timingSafeEqual(Buffer.from(given.toLowerCase()), Buffer.from(right));
