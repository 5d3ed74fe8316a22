import { BargainHelpModel, GroupRecordModel } from "#shared/domains/promotion/activity/index.js";
import { ReviewModel } from "#shared/domains/catalog/index.js";
import {
  findUnusedPictures,
  erasePicture,
  keepPicture,
  removeGivenUpPictures,
  type MemberPictureDoc,
} from "#shared/domains/media/index.js";
import { MemberModel } from "#shared/domains/member/index.js";
import { AfterSaleModel } from "#shared/domains/trade/index.js";
import { log } from "#shared/kernel/observability/log.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";

/** Gives up members' pictures that nothing shows, and deletes what was given up. */
export async function sweepPictures(): Promise<{ unused: number; removed: number }> {
  let unused = 0;
  for (const picture of await findUnusedPictures()) {
    // Beside a use that is written at the same moment, one of the two sees the other: both write the picture's row.
    const given = await inTransaction(async () => {
      if (!(await isShown(picture))) return erasePicture(picture);
      await keepPicture(picture);
      return false;
    });
    if (given) unused++;
  }
  const removed = await removeGivenUpPictures();
  if (unused > 0) log.info({ unused }, "members' pictures that nothing shows are gone");
  return { unused, removed };
}

/** An earlier avatar still stands beside what its member said and did then. */
async function isShown({ memberId, key }: MemberPictureDoc): Promise<boolean> {
  return (
    (await MemberModel.exists({ _id: memberId, avatar: key })) !== null ||
    (await ReviewModel.exists({ memberId, $or: [{ avatar: key }, { picUrls: key }] })) !== null ||
    (await AfterSaleModel.exists({ memberId, applyPicUrls: key })) !== null ||
    (await GroupRecordModel.exists({ memberId, avatar: key })) !== null ||
    (await BargainHelpModel.exists({ memberId, avatar: key })) !== null
  );
}
