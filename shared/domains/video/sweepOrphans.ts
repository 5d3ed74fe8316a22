import { checkpoint } from "#shared/kernel/request/context.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { log } from "#shared/kernel/observability/log.js";
import { abortStaleUploads, deleteObject, listObjects } from "#shared/kernel/storage/storage.js";
import { VIDEO_PREFIX } from "./storeVideo.js";
import { VideoModel, type VideoDoc } from "./video.model.js";
import { VideoStatus } from "./video.states.js";

/** Younger ones may belong to an upload that is under way. */
const ORPHAN_MS = days(1);

/** Deletes stored objects that belong to no video, and aborts uploads that never ended. Returns how many of each. */
export async function sweepOrphans(): Promise<{ objects: number; uploads: number }> {
  const before = clock.after(-ORPHAN_MS);
  let objects = 0;
  for await (const page of listObjects(VIDEO_PREFIX)) {
    checkpoint();
    const keys = page.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key);
    const owned = new Set(await ownedOf(keys));
    for (const key of keys) {
      if (owned.has(key)) continue;
      await deleteObject(key);
      objects++;
    }
  }
  const uploads = await abortStaleUploads(VIDEO_PREFIX, before);
  if (objects + uploads > 0) log.warn({ objects, uploads }, "objects without a video were deleted from the store");
  return { objects, uploads };
}

async function ownedOf(keys: readonly string[]): Promise<(string | null)[]> {
  if (keys.length === 0) return [];
  const fileIds = keys.map((key) => key.slice(VIDEO_PREFIX.length).replace(/\.\w+$/, ""));
  const rows = await VideoModel.find(
    { fileId: { $in: fileIds }, status: { $ne: VideoStatus.deleted } },
    { objectKey: 1 },
  ).lean<Pick<VideoDoc, "objectKey">[]>();
  return rows.map(({ objectKey }) => objectKey);
}
