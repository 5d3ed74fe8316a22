import { BargainHelpModel, GroupRecordModel } from "#shared/domains/promotion/activity/index.js";
import { ReviewModel } from "#shared/domains/catalog/index.js";
import {
  findUnusedPictures,
  erasePicture,
  retainPicture,
  removeMarkedPictures,
  type MemberPictureDoc,
} from "#shared/domains/media/index.js";
import { MemberModel } from "#shared/domains/member/index.js";
import { AfterSaleModel } from "#shared/domains/trade/index.js";
import { log } from "#shared/kernel/observability/log.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";

/** Marks members' unused pictures for deletion, and deletes those that are marked. */
export async function sweepPictures(): Promise<{ unused: number; removed: number }> {
  let unused = 0;
  for (const picture of await findUnusedPictures()) {
    // Both this and a concurrent use write the picture's row, so that one of the two sees the other.
    const isMarked = await inTransaction(async () => {
      if (!(await isShown(picture))) return erasePicture(picture);
      await retainPicture(picture);
      return false;
    });
    if (isMarked) unused++;
  }
  const removed = await removeMarkedPictures();
  if (unused > 0) log.info({ unused }, "unused pictures of members were deleted");
  return { unused, removed };
}

/** An earlier avatar is still shown beside what its member wrote and did then. */
async function isShown({ memberId, key }: MemberPictureDoc): Promise<boolean> {
  return (
    (await MemberModel.exists({ _id: memberId, avatar: key })) !== null ||
    (await ReviewModel.exists({ memberId, $or: [{ avatar: key }, { picUrls: key }] })) !== null ||
    (await AfterSaleModel.exists({ memberId, applyPicUrls: key })) !== null ||
    (await GroupRecordModel.exists({ memberId, avatar: key })) !== null ||
    (await BargainHelpModel.exists({ memberId, avatar: key })) !== null
  );
}
