import { clock, days } from "#shared/kernel/time/clock.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { dropParts } from "#shared/kernel/storage/presignedParts.js";
import { deleteObject } from "#shared/kernel/storage/storage.js";
import { UploadModel, type UploadDoc } from "./upload.model.js";
import { uploadStates, UploadStatus } from "./upload.states.js";

const MOST_AT_ONCE = 100;

/** Abandons uploads that were not finished in time, and deletes packages that were replaced a day ago. */
export async function sweepUploads(): Promise<void> {
  const late = await UploadModel.find({ status: UploadStatus.open, expiresAt: { $lte: clock.now() } })
    .limit(MOST_AT_ONCE)
    .lean<UploadDoc[]>();
  for (const { _id, key, storeUploadId } of late) {
    await dropParts({ key, uploadId: storeUploadId });
    await moveState(UploadModel, uploadStates, { where: { _id }, from: UploadStatus.open, to: UploadStatus.abandoned });
  }
  const replaced = await UploadModel.find({
    status: UploadStatus.replaced,
    replacedAt: { $lte: clock.after(-days(1)) },
  })
    .limit(MOST_AT_ONCE)
    .lean<UploadDoc[]>();
  for (const { _id, key } of replaced) {
    await deleteObject(key);
    await moveState(UploadModel, uploadStates, {
      where: { _id },
      from: UploadStatus.replaced,
      to: UploadStatus.deleted,
    });
  }
}
