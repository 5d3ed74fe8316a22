import { DateTime } from "luxon";
import { clock } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { UploadDayModel } from "./memberPicture.model.js";
import { mediaErrors } from "./media.errors.js";

/** Bytes that were counted on a member's day. */
interface CountedBytes {
  dayId: string;
  bytes: number;
}

/**
 * Counts bytes on the member's day before they are stored, so that concurrent uploads cannot exceed the limit together.
 * UploadedTooMuch, until midnight in Asia/Shanghai.
 */
export async function countUpload(memberId: number, bytes: number): Promise<CountedBytes> {
  const today = DateTime.fromMillis(clock.ms(), { zone: "Asia/Shanghai" });
  const _id = `${today.toFormat("yyyy-MM-dd")} ${memberId}`;
  const limit = config.UPLOAD_MEMBER_BYTES_PER_DAY;
  const refusal = mediaErrors.UploadedTooMuch({ mebibytes: Math.floor(limit / (1024 * 1024)) });
  if (bytes > limit) throw refusal;
  const count = () =>
    UploadDayModel.updateOne(
      { _id, bytes: { $lte: limit - bytes } },
      { $inc: { bytes }, $setOnInsert: { keepUntil: today.plus({ days: 2 }).toJSDate() } },
      { upsert: true },
    );
  try {
    await count();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // The day's row exists: it is full, or another upload has just created it.
    const { matchedCount } = await UploadDayModel.updateOne(
      { _id, bytes: { $lte: limit - bytes } },
      { $inc: { bytes } },
    );
    if (matchedCount === 0) throw refusal;
  }
  return { dayId: _id, bytes };
}

/** Uncounts an upload of which nothing was stored. */
export async function giveBackUpload({ dayId, bytes }: CountedBytes): Promise<void> {
  await UploadDayModel.updateOne({ _id: dayId }, { $inc: { bytes: -bytes } });
}
