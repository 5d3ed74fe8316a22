import { z } from "zod";
import { config } from "#shared/kernel/config/config.js";
import { parseJson } from "#shared/kernel/http/decoding.js";
import { parseCallback, Text, verifiedCallback } from "../tencentApi/parsing.js";
import { CallbackRefused, type VodEvent } from "./port.js";

const Event = z.object({ EventType: z.string() });
const Session = z.object({ FileId: Text, SessionId: Text, SessionContext: Text });

const Pulled = z.object({ PullCompleteEvent: Session });
const Uploaded = z.object({ FileUploadEvent: z.object({ FileId: z.string().min(1) }) });
const Processed = z.object({ ProcedureStateChangeEvent: Session });

/** Checks a callback's signature and returns its text. Throws CallbackRefused. */
export const verifyCallback = (rawBody: Buffer): string =>
  verifiedCallback(rawBody, config.VOD_CALLBACK_KEY, CallbackRefused);

/** Parses a callback. Throws CallbackRefused for an unexpected format. */
export function openCallback(body: string): VodEvent {
  const event = parseJson(body);
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

const parse = <S extends z.ZodType>(schema: S, event: unknown): z.output<S> =>
  parseCallback(schema, event, CallbackRefused);
