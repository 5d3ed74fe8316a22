import { clock, days, hours } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { deleteObject } from "#shared/kernel/storage/storage.js";
import { MemberPictureModel, type MemberPictureDoc } from "./memberPicture.model.js";
import { PictureStatus } from "./media.states.js";

const MOST_AT_ONCE = 500;
/** No upload to the store takes that long. */
const UPLOAD_OVER_MS = hours(1);

/** Marks a member's pictures for deletion by the sweep: they cannot be used any more. In the caller's transaction. */
export async function erasePicturesOf(memberId: number): Promise<void> {
  await MemberPictureModel.updateMany(
    { memberId, status: { $ne: PictureStatus.deleting } },
    { $set: { status: PictureStatus.deleting, uses: [] } },
  );
}

/** Deletes the pictures that a member with a closed account had uploaded. */
export async function erasePictures(memberId: number): Promise<void> {
  for (;;) {
    const rows = await MemberPictureModel.find({ memberId, status: PictureStatus.deleting })
      .limit(MOST_AT_ONCE)
      .lean<MemberPictureDoc[]>();
    for (const row of rows) await removePicture(row);
    if (rows.length < MOST_AT_ONCE) return;
  }
}

/** Pictures that have been unused for so long that they may be deleted, oldest first. */
export async function findUnusedPictures(): Promise<MemberPictureDoc[]> {
  const before = clock.after(-days(config.UPLOAD_UNUSED_DAYS));
  return MemberPictureModel.find({ status: PictureStatus.stored, ...unusedBefore(before) })
    .sort({ createdAt: 1 })
    .limit(MOST_AT_ONCE)
    .lean<MemberPictureDoc[]>();
}

/** Marks an unused picture for deletion, in the caller's transaction; false when it was used meanwhile. */
export async function erasePicture({ _id }: MemberPictureDoc): Promise<boolean> {
  const before = clock.after(-days(config.UPLOAD_UNUSED_DAYS));
  const { modifiedCount } = await MemberPictureModel.updateOne(
    { _id, status: PictureStatus.stored, ...unusedBefore(before) },
    { $set: { status: PictureStatus.deleting } },
  );
  return modifiedCount === 1;
}

const unusedBefore = (before: Date) => ({
  uses: { $size: 0 },
  createdAt: { $lt: before },
  $or: [{ usedAt: null }, { usedAt: { $lt: before } }],
});

/** The picture is used after all: not checked again for as long. In the caller's transaction. */
export async function retainPicture({ _id }: MemberPictureDoc): Promise<void> {
  await MemberPictureModel.updateOne({ _id }, { $set: { usedAt: clock.now() } });
}

/** Finishes interrupted deletions, and removes uploads that never reached the store. */
export async function removeMarkedPictures(): Promise<number> {
  const rows = await MemberPictureModel.find({
    $or: [
      { status: PictureStatus.deleting },
      { status: PictureStatus.uploading, createdAt: { $lt: clock.after(-UPLOAD_OVER_MS) } },
    ],
  })
    .limit(MOST_AT_ONCE)
    .lean<MemberPictureDoc[]>();
  for (const row of rows) await removePicture(row);
  return rows.length;
}

/** The object first: the sweep tries again as long as the row exists. */
async function removePicture({ _id, key, status }: MemberPictureDoc): Promise<void> {
  await deleteObject(key);
  await MemberPictureModel.deleteOne({ _id, status });
}
