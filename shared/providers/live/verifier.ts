/** Tencent Cloud Streaming Services: authenticated push and play addresses, stream and recording callbacks; no calls. */
import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { clock } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { LiveCallbackRefused, type StreamVerifier, type LiveEvent } from "./port.js";

const md5 = (text: string): string => createHash("md5").update(text, "utf8").digest("hex");

/** txSecret = md5(key + stream + txTime), txTime = epoch seconds of the address's expiry in upper-case hex. */
function signed(key: string, streamName: string, until: Date): string {
  const txTime = Math.floor(until.getTime() / 1_000)
    .toString(16)
    .toUpperCase();
  return `txSecret=${md5(key + streamName + txTime)}&txTime=${txTime}`;
}

/** Ids come as text or as numbers, depending on the event. */
const Text = z.union([z.string(), z.number()]).transform(String);
const Signed = z.object({ sign: z.string(), t: z.coerce.number().int() });
const Event = z.object({ event_type: z.coerce.number().int() });
const StreamEvent = z.object({ stream_id: Text });
const RecordedEvent = z.object({ stream_id: Text, file_id: Text });
const RecordingEvent = z.object({ stream_id: Text, record_event: z.string().max(100) });

export const tencentCssVerifier: StreamVerifier = {
  isConfigured: () => config.LIVE_PUSH_DOMAIN !== "" && config.LIVE_PLAY_DOMAIN !== "",

  pushAddress(streamName, until) {
    const { LIVE_PUSH_DOMAIN: host, LIVE_APP_NAME: app, LIVE_PUSH_KEY: key } = config;
    return `rtmp://${host}/${app}/${streamName}?${signed(key, streamName, until)}`;
  },

  playAddresses(streamName, until) {
    const { LIVE_PLAY_DOMAIN: host, LIVE_APP_NAME: app, LIVE_PLAY_KEY: key } = config;
    const address = (format: string): string =>
      `https://${host}/${app}/${streamName}.${format}?${signed(key, streamName, until)}`;
    return { flv: address("flv"), hls: address("m3u8"), host };
  },

  verifyCallback(rawBody) {
    const text = rawBody.toString("utf8");
    const parsed = Signed.safeParse(jsonOf(text));
    if (!parsed.success) throw new LiveCallbackRefused("sign or t is missing");
    const { sign, t } = parsed.data;
    if (config.LIVE_CALLBACK_KEY === "" || !same(sign, md5(`${config.LIVE_CALLBACK_KEY}${t}`)))
      throw new LiveCallbackRefused("the signature does not hold");
    if (t * 1_000 < clock.ms()) throw new LiveCallbackRefused("the signature has expired");
    return text;
  },

  openCallback(body) {
    const event = jsonOf(body);
    return eventOf(parse(Event, event).event_type, event);
  },
};

const STREAM_ENDED = 0;
const STREAM_STARTED = 1;
const RECORDED = 100;
const RECORDING = 332;

function eventOf(type: number, event: unknown): LiveEvent {
  if (type === STREAM_STARTED || type === STREAM_ENDED) {
    const { stream_id: streamName } = parse(StreamEvent, event);
    return { kind: type === STREAM_STARTED ? "started" : "ended", streamName };
  }
  if (type === RECORDED) {
    const file = parse(RecordedEvent, event);
    return { kind: "recorded", streamName: file.stream_id, fileId: file.file_id };
  }
  if (type === RECORDING) {
    const recording = parse(RecordingEvent, event);
    return { kind: "recordEvent", streamName: recording.stream_id, event: recording.record_event };
  }
  return { kind: "other" };
}

function parse<S extends z.ZodType>(schema: S, event: unknown): z.output<S> {
  const parsed = schema.safeParse(event);
  if (!parsed.success) throw new LiveCallbackRefused(`a callback of another form: ${parsed.error.issues[0]?.message}`);
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
