import { randomUUID } from "node:crypto";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { errors } from "#shared/kernel/request/errors.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { log } from "#shared/kernel/observability/log.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { deleteObject, isStoreAway, putStream } from "#shared/kernel/storage/storage.js";
import { pushVideoJob } from "./video.jobs.js";
import { VideoModel, type VideoDoc } from "./video.model.js";
import { findVideo } from "./video.queries.js";
import { VideoStatus } from "./video.states.js";
import { openVideo } from "./videoBytes.js";

/** The folder of videos in our store; public to everyone who has the address, like pictures. */
export const VIDEO_PREFIX = "public/video/";
/** A lost push is noticed after this. */
export const PUSH_LOOK_MS = minutes(10);
const PER_MEMBER = 3;

/** Uploads under way in this process, by member: each takes memory. */
const underWay = new Map<number, number>();

/**
 * Streams a member's video into our store; the row and the job that pushes it to the provider are written together once
 * it is stored whole (rules: Chat, live, video). 400 for what is no video, 429 and 503 while too many are under way,
 * 503 while the store is away. On any failure nothing stays in the store.
 */
export async function storeVideo(memberId: number, chunks: AsyncIterable<Buffer>): Promise<VideoDoc> {
  const leave = enter(memberId);
  try {
    const fileId = randomUUID().replaceAll("-", "");
    const { kind, bytes, size } = await openVideo(chunks);
    const objectKey = `${VIDEO_PREFIX}${fileId}.${kind.extension}`;
    try {
      await putStream(objectKey, kind.mime, bytes);
    } catch (error) {
      if (!isStoreAway(error)) throw error;
      log.error({ err: error }, "the store is away");
      throw errors.StillWorking({}, 5);
    }
    try {
      return await writeRow({ fileId, memberId, objectKey, contentType: kind.mime, size: size() });
    } catch (error) {
      await dropUnlessOwned(fileId, objectKey);
      throw error;
    }
  } finally {
    leave();
  }
}

function enter(memberId: number): () => void {
  const own = underWay.get(memberId) ?? 0;
  if (own >= PER_MEMBER) throw errors.TooManyRequests({}, 5);
  const all = [...underWay.values()].reduce((sum, count) => sum + count, 0);
  if (all >= config.VOD_UPLOADS_AT_ONCE) throw errors.StillWorking({}, 5);
  underWay.set(memberId, own + 1);
  return () => {
    const left = (underWay.get(memberId) ?? 1) - 1;
    if (left > 0) underWay.set(memberId, left);
    else underWay.delete(memberId);
  };
}

/** A commit whose answer was lost may have written the row nevertheless. */
async function dropUnlessOwned(fileId: string, objectKey: string): Promise<void> {
  try {
    if (!(await VideoModel.exists({ fileId }))) await deleteObject(objectKey);
  } catch (error) {
    log.warn({ err: error, objectKey }, "a video without a row may stay, for the sweep");
  }
}

type NewVideo = Pick<VideoDoc, "fileId" | "memberId" | "objectKey" | "contentType" | "size">;

async function writeRow(video: NewVideo): Promise<VideoDoc> {
  const _id = await nextId("videos");
  return inTransaction(async () => {
    const nextLookAt = clock.after(PUSH_LOOK_MS);
    await VideoModel.create([{ ...video, _id, status: VideoStatus.stored, nextLookAt }]);
    await enqueue(pushVideoJob, { videoId: _id });
    return (await findVideo(_id))!;
  });
}
