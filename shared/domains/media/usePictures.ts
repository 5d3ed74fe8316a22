import { clock } from "#shared/kernel/time/clock.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { errors } from "#shared/kernel/request/errors.js";
import { MemberPictureModel, type MemberPictureDoc, type PictureUse } from "./memberPicture.model.js";
import { isPublicKey } from "./publicKey.js";
import { PictureStatus } from "./media.states.js";

/** A picture on another site could be swapped unnoticed, and lets that site track who sees it. 400 naming the field. */
const notOurPicture = (field: string) =>
  errors.BadInput({
    field,
    reason: currentLanguage() === "zh" ? "必须是已上传的图片" : "must be a picture that was uploaded here",
  });

/**
 * Marks pictures of our store as used by a member, so that no sweep deletes them. In the caller's transaction. 400
 * naming `field` (with the index of the picture, where there are several) for an address elsewhere, and for a picture
 * that another member uploaded or that is gone.
 */
export async function usePictures(
  memberId: number,
  pictures: readonly { key: string; field: string }[],
  use: PictureUse,
): Promise<void> {
  for (const { key, field } of pictures) if (!isPublicKey(key)) throw notOurPicture(field);
  const keys = pictures.map(({ key }) => key);
  if (keys.length === 0) return;
  const rows = await MemberPictureModel.find({ key: { $in: keys } }, { key: 1, memberId: 1, status: 1 }).lean<
    Pick<MemberPictureDoc, "_id" | "key" | "memberId" | "status">[]
  >();
  // Pictures without a row were stored by the shop, or before members' pictures had rows.
  const refused = new Set(
    rows.filter((row) => row.memberId !== memberId || row.status !== PictureStatus.stored).map(({ key }) => key),
  );
  const fault = pictures.find(({ key }) => refused.has(key));
  if (fault) throw notOurPicture(fault.field);
  if (rows.length === 0) return;
  await MemberPictureModel.updateMany(
    { _id: { $in: rows.map(({ _id }) => _id) } },
    { $addToSet: { uses: use }, $set: { usedAt: clock.now() } },
  );
}

/** Ends the use of a member's old avatar, in the caller's transaction. */
export async function releaseAvatar(memberId: number): Promise<void> {
  await MemberPictureModel.updateMany(
    { memberId, uses: { $elemMatch: { what: "avatar" } } },
    { $pull: { uses: { what: "avatar" } }, $set: { usedAt: clock.now() } },
  );
}
