import { clock, days, hours } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { deleteObject } from "#shared/kernel/storage/storage.js";
import { MemberPictureModel, type MemberPictureDoc } from "./memberPicture.model.js";
import { PictureStatus } from "./media.states.js";

const MOST_AT_ONCE = 500;
/** Nothing takes that long on its way to the store. */
const ON_ITS_WAY_MS = hours(1);

/** A member leaves: nobody may use their pictures any more, and the sweep deletes them. In the caller's transaction. */
export async function erasePicturesOf(memberId: number): Promise<void> {
  await MemberPictureModel.updateMany(
    { memberId, status: { $ne: PictureStatus.deleting } },
    { $set: { status: PictureStatus.deleting, uses: [] } },
  );
}

/** Deletes what a member who left had uploaded. */
export async function erasePictures(memberId: number): Promise<void> {
  for (;;) {
    const rows = await MemberPictureModel.find({ memberId, status: PictureStatus.deleting })
      .limit(MOST_AT_ONCE)
      .lean<MemberPictureDoc[]>();
    for (const row of rows) await removePicture(row);
    if (rows.length < MOST_AT_ONCE) return;
  }
}

/** Pictures that nothing says it shows for so long that they may go, oldest first. */
export async function findUnusedPictures(): Promise<MemberPictureDoc[]> {
  const before = clock.after(-days(config.UPLOAD_UNUSED_DAYS));
  return MemberPictureModel.find({ status: PictureStatus.stored, ...unusedBefore(before) })
    .sort({ createdAt: 1 })
    .limit(MOST_AT_ONCE)
    .lean<MemberPictureDoc[]>();
}

/** In the caller's transaction; false when it was used this very moment. */
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

/** It is shown after all: not looked at again for as long. In the caller's transaction. */
export async function keepPicture({ _id }: MemberPictureDoc): Promise<void> {
  await MemberPictureModel.updateOne({ _id }, { $set: { usedAt: clock.now() } });
}

/** Ends deletions that were cut short, and what never arrived in the store. */
export async function removeGivenUpPictures(): Promise<number> {
  const rows = await MemberPictureModel.find({
    $or: [
      { status: PictureStatus.deleting },
      { status: PictureStatus.uploading, createdAt: { $lt: clock.after(-ON_ITS_WAY_MS) } },
    ],
  })
    .limit(MOST_AT_ONCE)
    .lean<MemberPictureDoc[]>();
  for (const row of rows) await removePicture(row);
  return rows.length;
}

/** The object first: a row that is left makes the sweep come back. */
async function removePicture({ _id, key, status }: MemberPictureDoc): Promise<void> {
  await deleteObject(key);
  await MemberPictureModel.deleteOne({ _id, status });
}
