/** Tencent Cloud Streaming Services: authenticated push and play addresses, stream and recording callbacks; no calls. */
import { z } from "zod";
import { config } from "#shared/kernel/config/config.js";
import { isOn } from "#shared/kernel/config/providers.js";
import { parseJson } from "#shared/kernel/http/decoding.js";
import { md5 } from "#shared/kernel/security/digests.js";
import { parseCallback, verifiedCallback } from "../tencentApi/parsing.js";
import { LiveCallbackRefused, type StreamVerifier, type LiveEvent } from "./port.js";

/** txSecret = md5(key + stream + txTime), txTime = epoch seconds of the address's expiry in upper-case hex. */
function signed(key: string, streamName: string, until: Date): string {
  const txTime = Math.floor(until.getTime() / 1_000)
    .toString(16)
    .toUpperCase();
  return `txSecret=${md5(key + streamName + txTime)}&txTime=${txTime}`;
}

/** Ids come as text or as numbers, depending on the event. */
const Text = z.union([z.string(), z.number()]).transform(String);
const Event = z.object({ event_type: z.coerce.number().int() });
/** Seconds; missing in some events. */
const Seconds = z.coerce.number().int().min(0).max(8_640_000_000_000).nullish().catch(null);
const StreamEvent = z.object({ stream_id: Text, event_time: Seconds });
const RecordedEvent = z.object({ stream_id: Text, file_id: Text });
const RecordingEvent = z.object({ stream_id: Text, record_event: z.string().max(100) });

export const tencentCssVerifier: StreamVerifier = {
  isConfigured: () => isOn("live"),

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

  verifyCallback: (rawBody) => verifiedCallback(rawBody, config.LIVE_CALLBACK_KEY, LiveCallbackRefused),

  openCallback(body) {
    const event = parseJson(body);
    return eventOf(parse(Event, event).event_type, event);
  },
};

const STREAM_ENDED = 0;
const STREAM_STARTED = 1;
const RECORDED = 100;
const RECORDING = 332;

function eventOf(type: number, event: unknown): LiveEvent {
  if (type === STREAM_STARTED || type === STREAM_ENDED) {
    const { stream_id: streamName, event_time: time } = parse(StreamEvent, event);
    return {
      kind: type === STREAM_STARTED ? "started" : "ended",
      streamName,
      at: time ? new Date(time * 1_000) : null,
    };
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

const parse = <S extends z.ZodType>(schema: S, event: unknown): z.output<S> =>
  parseCallback(schema, event, LiveCallbackRefused);
