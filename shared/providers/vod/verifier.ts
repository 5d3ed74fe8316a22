import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { clock } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { CallbackRefused, type VodEvent } from "./port.js";

const Text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const Signed = z.object({ sign: z.string(), t: z.coerce.number().int() });
const Event = z.object({ EventType: z.string() });
const Session = z.object({ FileId: Text, SessionId: Text, SessionContext: Text });

const Pulled = z.object({ PullCompleteEvent: Session });
const Uploaded = z.object({ FileUploadEvent: z.object({ FileId: z.string().min(1) }) });
const Processed = z.object({ ProcedureStateChangeEvent: Session });

/**
 * Checks a callback's signature and returns its text. sign = md5(callback key + t), t = epoch seconds of its expiry. Throws
 * CallbackRefused.
 */
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

/** Parses a callback. Throws CallbackRefused for an unexpected format. */
export function openCallback(body: string): VodEvent {
  const event = jsonOf(body);
  const { EventType } = parse(Event, event);
  if (EventType === "PullComplete") {
    const { SessionContext, SessionId } = parse(Pulled, event).PullCompleteEvent;
    return { kind: "pulled", session: SessionContext || SessionId };
  }
  if (EventType === "NewFileUpload") return { kind: "uploaded", fileId: parse(Uploaded, event).FileUploadEvent.FileId };
  if (EventType === "ProcedureStateChanged") {
    const { FileId, SessionContext, SessionId } = parse(Processed, event).ProcedureStateChangeEvent;
    return { kind: "cover", fileId: FileId, session: SessionContext || SessionId };
  }
  return { kind: "other" };
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
