/** The video provider (Tencent Cloud VOD, API 3.0 of 2018-07-17): fetches videos, sends events, deletes videos. */
import type { CallbackSender, Delivery } from "../callbackSender.js";
import type { Faults } from "../faults.js";
import type { Journal } from "../journal.js";
import { digits } from "../keys.js";
import type { VodKeys } from "../keyTypes.js";
import { headerOf, type Provider } from "../provider.js";
import { fetchVideo } from "./fetchVideo.js";
import { uploadTerms } from "./uploadTerms.js";
import { coverTaken, newFileUpload, pullComplete, signedEvent } from "./vodEvents.js";
import { makeActions } from "./vodActions.js";
import type { VodMedia } from "./vodMedia.js";
import { answerAction, failed, wronglySigned } from "./vodAnswers.js";

const NAME = "vod";
/** "Source file error", "internal service error, please try again". */
const BAD_SOURCE = 60_000;
const INTERNAL = 70_000;

interface CallbackChange {
  callbackUrl?: string | undefined;
  /** Copies at once. */
  times: number;
  badSignature: boolean;
}
const PLAIN: CallbackChange = { times: 1, badSignature: false };

type Cover = Partial<Pick<VodMedia, "coverUrl" | "snapshotUrl">>;

/** Times are epoch ms. */
export interface Recording {
  fileId: string;
  streamId: string;
  mediaUrl: string;
  seconds: number;
  bytes: number;
}

export interface VodSide {
  provider: Provider;
  /** Newest first. */
  list(): VodMedia[];
  /** Sets where callbacks go from now on. */
  callTo(url: string): void;
  /** By either side's name for it, or by its task; the newest. */
  find(name: string): VodMedia | undefined;
  /** Sends a cover event, also for a video that the provider never had. */
  cover(name: string, coverUrl: string, change: CallbackChange & { asSnapshot?: boolean }): Promise<Delivery[]>;
  /** Adds the recording of a live stream. */
  record(recording: Recording): void;
  /** Ends a fetch that the fault `hold` keeps under way, or sends its end again. */
  finish(name: string, outcome: "success" | "fail" | "internal", change: CallbackChange): Promise<Delivery[]>;
  /** A client's own upload; null for an invalid signature. */
  upload(signature: string, change: CallbackChange): Promise<{ media: VodMedia | null; deliveries: Delivery[] }>;
}

export function makeVod(
  keys: VodKeys,
  parts: { journal: Journal; callbacks: CallbackSender; faults: Faults; now: () => number; callbackUrl: string },
): VodSide {
  const { journal, callbacks, faults, now } = parts;
  let { callbackUrl } = parts;
  const shelf = journal.shelf<VodMedia>("vod.media");
  /** By name, also of videos that are not there yet. */
  const covers = journal.shelf<Cover>("vod.cover");
  const nowSeconds = (): number => Math.floor(now() / 1_000);
  const newFileId = (): string => `5${digits(18)}`;
  const put = (media: VodMedia): VodMedia => {
    shelf.put(media.taskId, media);
    return media;
  };
  const find = (name: string): VodMedia | undefined =>
    shelf.list().find((one) => [one.name, one.fileId, one.taskId, one.sessionContext].includes(name));

  function send(subject: string, event: object, change: CallbackChange): Promise<Delivery[]> {
    const body = signedEvent(event, {
      key: keys.callbackKey,
      nowSeconds: nowSeconds(),
      badSignature: change.badSignature,
    });
    return callbacks.send(
      {
        platform: NAME,
        subject,
        url: change.callbackUrl ?? callbackUrl,
        body,
        headers: () => ({}),
        accepted: (status) => status === 200,
        resend: !change.badSignature,
      },
      { times: change.times },
    );
  }

  const blank = (): VodMedia => ({
    taskId: "",
    sessionId: "",
    sessionContext: "",
    name: "",
    type: "mp4",
    state: "ready",
    fileId: null,
    mediaUrl: "",
    coverUrl: "",
    errCode: 0,
    message: "",
    bytes: 0,
    sourceUrl: "",
    sourceContext: "",
    createdAt: now(),
  });

  const arrived = (media: VodMedia, bytes: number): VodMedia => {
    const fileId = newFileId();
    const mediaUrl = `https://${keys.appId}.vod2.invalid/${fileId}/${media.name}.${media.type}`;
    return put({ ...media, ...covers.get(media.name), state: "ready", fileId, mediaUrl, bytes });
  };
  const gaveUp = (media: VodMedia, errCode: number, message: string): VodMedia =>
    put({ ...media, state: "failed", errCode, message });

  async function end(media: VodMedia, change: CallbackChange): Promise<Delivery[]> {
    const { bytes, message } = await fetchVideo(media.sourceUrl);
    const ended = message === "" ? arrived(media, bytes) : gaveUp({ ...media, bytes }, BAD_SOURCE, message);
    return send(ended.name, pullComplete(ended), change);
  }

  const actions = makeActions(keys, {
    shelf,
    put,
    now,
    begun: (media) => {
      if (!faults.takeHold(NAME, "PullUpload", "")) void end(media, PLAIN);
    },
  });

  return {
    provider: {
      name: NAME,
      operation: (call) => headerOf(call, "x-tc-action") ?? null,
      answer: (call) => answerAction(() => actions(call)),
      failure: failed,
      wronglySigned,
    },
    list: () => shelf.list(),
    callTo: (url) => {
      callbackUrl = url;
    },
    find,
    async cover(name, coverUrl, change) {
      const media = find(name);
      const known = media ?? { fileId: null, name, sessionContext: name };
      const cover = change.asSnapshot ? { snapshotUrl: coverUrl } : { coverUrl };
      if (!change.badSignature) {
        covers.put(known.name, cover);
        if (media) put({ ...media, ...cover });
      }
      return send(name, coverTaken(known, coverUrl), change);
    },
    record({ fileId, streamId, mediaUrl, seconds, bytes }) {
      put({
        ...blank(),
        taskId: `record-${fileId}`,
        name: streamId,
        state: "ready",
        fileId,
        mediaUrl,
        bytes,
        streamId,
        seconds,
      });
    },
    async finish(name, outcome, change) {
      const media = find(name);
      if (!media) return [];
      // A failed one may be there after all; any other end is only told again.
      if (media.state === "failed" && outcome === "success") return end({ ...media, errCode: 0, message: "" }, change);
      if (media.state !== "fetching") return send(name, pullComplete(media), change);
      if (outcome === "success") return end(media, change);
      const ended =
        outcome === "fail"
          ? gaveUp(media, BAD_SOURCE, "the source is broken")
          : gaveUp(media, INTERNAL, "internal service error");
      return send(name, pullComplete(ended), change);
    },
    async upload(signature, change) {
      const terms = uploadTerms(signature, keys, nowSeconds());
      if (!terms) return { media: null, deliveries: [] };
      const fileId = newFileId();
      const media = arrived(
        {
          ...blank(),
          taskId: `upload-${fileId}`,
          name: fileId,
          fileId,
          sourceContext: terms.get("sourceContext") ?? "",
        },
        0,
      );
      return { media, deliveries: await send(fileId, newFileUpload(media), change) };
    },
  };
}
