import { moveState } from "#shared/kernel/mongo/states.js";
import { BargainHelpModel, BargainRecordModel, type BargainRecordDoc } from "./bargain/bargain.model.js";
import { GroupRecordModel } from "./group/group.model.js";
import { bargainStates, BargainStatus } from "./activity.states.js";

/**
 * A member leaves: bargaining that goes on ends, and name and picture go from what others see of groups and helps; in the
 * caller's transaction. Records stay for the books. Again it changes nothing.
 */
export async function clearActivity(memberId: number): Promise<void> {
  const going = await BargainRecordModel.find({ memberId, status: BargainStatus.underWay }, { _id: 1 }).lean<
    Pick<BargainRecordDoc, "_id">[]
  >();
  for (const { _id } of going)
    await moveState(BargainRecordModel, bargainStates, {
      where: { _id },
      from: BargainStatus.underWay,
      to: BargainStatus.failed,
    });
  const nobody = { $set: { nickname: "", avatar: "" } };
  await GroupRecordModel.updateMany({ memberId }, nobody);
  await BargainHelpModel.updateMany({ memberId }, nobody);
}
