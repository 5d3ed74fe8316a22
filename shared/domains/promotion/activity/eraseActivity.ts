import { moveState } from "#shared/kernel/mongo/moveState.js";
import { BargainHelpModel, BargainRecordModel, type BargainRecordDoc } from "./bargain/bargain.model.js";
import { GroupRecordModel } from "./group/group.model.js";
import { bargainStates, BargainStatus } from "./activity.states.js";

/**
 * Erases data of a closed account, in the caller's transaction: ends its bargains, and removes name and picture from
 * groups and helps. The records stay for the books. Idempotent.
 */
export async function eraseActivity(memberId: number): Promise<void> {
  const going = await BargainRecordModel.find({ memberId, status: BargainStatus.underWay }, { _id: 1 }).lean<
    Pick<BargainRecordDoc, "_id">[]
  >();
  for (const { _id } of going)
    await moveState(BargainRecordModel, bargainStates, {
      where: { _id },
      from: BargainStatus.underWay,
      to: BargainStatus.failed,
    });
  const erased = { $set: { nickname: "", avatar: "" } };
  await GroupRecordModel.updateMany({ memberId }, erased);
  await BargainHelpModel.updateMany({ memberId }, erased);
}
