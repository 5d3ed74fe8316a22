/** The streaming provider (Tencent Cloud Streaming Services): it calls the shop back when a stream starts and ends. */
import { createHash, randomInt } from "node:crypto";
import type { Callback, CallbackSender, Delivery } from "../callbackSender.js";
import type { Journal, Shelf } from "../journal.js";
import type { LiveApiKeys, LiveKeys } from "../keyTypes.js";
import type { Provider } from "../provider.js";
import type { Recording } from "../vod/vod.js";
import { makeLiveApi, refusal } from "./liveApi.js";

const NAME = "live";
/** Callbacks are valid for ten minutes after signing. */
const SIGNED_SECONDS = 600;
/** The provider's event_type. */
const EventType = { ended: 0, started: 1, recorded: 100 } as const;

/** One push of a stream; its start and its end have the same number. Times are epoch ms. */
export interface Push {
  streamName: string;
  sequence: string;
  startedAt: number;
  endedAt: number | null;
  /** The address that the callback of its start was sent to. */
  callbackUrl: string;
  /** The shop ended it, not its host. */
  wasCut?: boolean;
  /** The host's connection was lost. */
  isBroken?: boolean;
}

interface RecordedFile {
  /** Seconds. */
  duration?: number | undefined;
  /** Bytes. */
  fileSize?: number | undefined;
  videoUrl?: string | undefined;
}

interface CallbackChange {
  callbackUrl: string;
  /** Copies at once. */
  times: number;
  badSignature: boolean;
}

interface Announced {
  push: Push;
  deliveries: Delivery[];
}

export interface LiveSide {
  provider: Provider;
  pushes: Shelf<Push>;
  start(streamName: string, change: CallbackChange): Promise<Announced>;
  /** Ends the current push, or one whose start was never sent. With a `file` it sends a recording event as well. */
  end(
    streamName: string,
    how: { file: RecordedFile | null; broken: boolean },
    change: CallbackChange,
  ): Promise<Announced>;
}

function whyEnded({ wasCut, isBroken }: Push): { errcode: number; errmsg: string } {
  if (wasCut) return { errcode: 20, errmsg: "The stream was dropped by the API" };
  if (isBroken) return { errcode: 4, errmsg: "recv() return error" };
  return { errcode: 1, errmsg: "The push client actively stopped the push" };
}

export function makeLive(
  keys: LiveKeys & LiveApiKeys,
  {
    journal,
    callbacks,
    now,
    recorded,
  }: {
    journal: Journal;
    callbacks: CallbackSender;
    now: () => number;
    /** Called when the file is at the video provider. */
    recorded: (recording: Recording) => void;
  },
): LiveSide {
  const pushes = journal.shelf<Push>("live.push");
  const seconds = (): number => Math.floor(now() / 1_000);

  const newPush = (streamName: string, callbackUrl: string): Push => ({
    streamName,
    callbackUrl,
    sequence: `${now()}${randomInt(1_000, 10_000)}`,
    startedAt: now(),
    endedAt: null,
  });

  function eventOf(push: Push, event: { event_type: number; [field: string]: unknown }): Record<string, unknown> {
    return {
      app: keys.pushDomain,
      appid: Number(keys.appId),
      appname: "live",
      stream_id: push.streamName,
      channel_id: push.streamName,
      stream_param: "",
      ...event,
    };
  }
  const streamEvent = (push: Push, type: typeof EventType.ended | typeof EventType.started): Record<string, unknown> =>
    eventOf(push, {
      event_type: type,
      event_time: seconds(),
      sequence: push.sequence,
      node: "127.0.0.1",
      user_ip: "127.0.0.1",
      ...(type === EventType.started ? { errcode: 0, errmsg: "ok" } : whyEnded(push)),
      ...(type === EventType.ended ? { push_duration: String((push.endedAt ?? push.startedAt) - push.startedAt) } : {}),
    });

  function recordingOf(push: Push, { duration, fileSize, videoUrl }: RecordedFile): Recording {
    const fileId = createHash("md5").update(`${push.streamName} ${push.sequence}`).digest("hex").slice(0, 18);
    const [from, to] = secondsOf(push);
    return {
      fileId,
      streamId: push.streamName,
      seconds: duration ?? Math.max(1, to - from),
      bytes: fileSize ?? 1_048_576,
      mediaUrl: videoUrl ?? `https://vod.live.invalid/${push.streamName}/${fileId}.mp4`,
    };
  }
  const secondsOf = ({ startedAt, endedAt }: Push): [from: number, to: number] => [
    Math.floor(startedAt / 1_000),
    Math.floor((endedAt ?? now()) / 1_000),
  ];

  function recordedEvent(push: Push, recording: Recording): Record<string, unknown> {
    const [from, to] = secondsOf(push);
    return eventOf(push, {
      event_type: EventType.recorded,
      file_id: recording.fileId,
      record_file_id: recording.fileId,
      file_format: "mp4",
      task_id: push.sequence,
      start_time: from,
      end_time: to,
      duration: recording.seconds,
      file_size: recording.bytes,
      video_url: recording.mediaUrl,
    });
  }

  function send(push: Push, event: Record<string, unknown>, change: CallbackChange): Promise<Delivery[]> {
    const t = seconds() + SIGNED_SECONDS;
    const sign = createHash("md5")
      .update(`${keys.callbackKey}${t}${change.badSignature ? " " : ""}`)
      .digest("hex");
    const callback: Callback = {
      platform: NAME,
      subject: push.streamName,
      url: change.callbackUrl,
      body: JSON.stringify({ ...event, sign, t }),
      headers: () => ({}),
      accepted: (status, text) => status === 200 && /"code"\s*:\s*0\b/.test(text),
      resend: !change.badSignature,
    };
    return callbacks.send(callback, { times: change.times });
  }

  /** Ends the push of that name and calls the shop back as for any end. Returns what to do after the response. */
  function drop(streamName: string): (() => void) | undefined {
    const known = pushes.get(streamName);
    if (!known || known.endedAt !== null) return undefined;
    const push = { ...known, endedAt: now(), wasCut: true };
    pushes.put(streamName, push);
    return () => {
      void send(push, streamEvent(push, EventType.ended), {
        callbackUrl: known.callbackUrl,
        times: 1,
        badSignature: false,
      });
    };
  }

  return {
    provider: {
      name: NAME,
      ...makeLiveApi(keys, { drop, find: (streamName) => pushes.get(streamName) }),
      failure: () => ({ ...refusal("InternalError", "Internal error"), status: 500 }),
      wronglySigned: () => refusal("AuthFailure.SignatureFailure", "The signature does not hold"),
    },
    pushes,
    async start(streamName, change) {
      const push = newPush(streamName, change.callbackUrl);
      if (!change.badSignature) pushes.put(streamName, push);
      return { push, deliveries: await send(push, streamEvent(push, EventType.started), change) };
    },
    async end(streamName, { file, broken: isBroken }, change) {
      const known = pushes.get(streamName);
      const running = known?.endedAt === null ? known : newPush(streamName, change.callbackUrl);
      const push = { ...running, endedAt: now(), isBroken };
      if (!change.badSignature) pushes.put(streamName, push);
      const deliveries = await send(push, streamEvent(push, EventType.ended), change);
      if (!file) return { push, deliveries };
      const recording = recordingOf(push, file);
      if (!change.badSignature) recorded(recording);
      deliveries.push(...(await send(push, recordedEvent(push, recording), change)));
      return { push, deliveries };
    },
  };
}
