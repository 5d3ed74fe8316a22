import { checkpoint } from "#shared/kernel/request/context.js";
import { clock, days, minutes } from "#shared/kernel/time/clock.js";
import { log } from "#shared/kernel/observability/log.js";
import { deleteObject, listObjects } from "#shared/kernel/storage/storage.js";
import { FileModel, type FileDoc } from "./file.model.js";
import { removeFile } from "./files.js";
import { SENT_PREFIX } from "./uploadFile.js";
import { FileStatus } from "./media.states.js";

/** An upload that began before its link expired is over by then. */
const LATE_MS = minutes(10);
/** Younger objects may belong to an upload whose row is about to be written. */
const ORPHAN_MS = days(1);
const MOST_AT_ONCE = 500;

/** Drops uploads that were not recorded in time, finishes interrupted deletions, and deletes objects of no upload. */
export async function sweepFiles(): Promise<{ uploads: number; deletions: number; orphans: number }> {
  const late = await FileModel.find({ status: FileStatus.allowed, expiresAt: { $lte: clock.after(-LATE_MS) } })
    .limit(MOST_AT_ONCE)
    .lean<FileDoc[]>();
  let uploads = 0;
  for (const { _id, sentTo, key } of late) {
    checkpoint();
    // The row first: a request that records it at this moment notices, and deletes the public object again.
    const { deletedCount } = await FileModel.deleteOne({ _id, status: FileStatus.allowed });
    if (deletedCount === 0) continue;
    await deleteObject(sentTo);
    await deleteObject(key);
    uploads++;
  }
  const going = await FileModel.find({ status: FileStatus.deleting, deletedAt: { $ne: null } })
    .limit(MOST_AT_ONCE)
    .lean<FileDoc[]>();
  for (const file of going) await removeFile(file);
  const orphans = await sweepOrphans();
  if (uploads + orphans > 0) log.info({ uploads, orphans }, "unrecorded uploads were deleted");
  return { uploads, deletions: going.length, orphans };
}

async function sweepOrphans(): Promise<number> {
  const before = clock.after(-ORPHAN_MS);
  let orphans = 0;
  for await (const page of listObjects(SENT_PREFIX)) {
    checkpoint();
    const keys = page.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key);
    if (keys.length === 0) continue;
    const rows = await FileModel.find({ sentTo: { $in: keys }, status: FileStatus.allowed }, { sentTo: 1 }).lean<
      Pick<FileDoc, "_id" | "sentTo">[]
    >();
    const owned = new Set(rows.map(({ sentTo }) => sentTo));
    for (const key of keys) {
      if (owned.has(key)) continue;
      await deleteObject(key);
      orphans++;
    }
  }
  return orphans;
}
