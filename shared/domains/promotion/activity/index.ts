export { activityErrors } from "./activity.errors.js";
export type { ActivityInput, ActivityOffer } from "./activity.kinds.js";
export { ActivityGoodsModel, type ActivityGoodsDoc } from "./activity.model.js";
export { shownStatus } from "./activityStatus.js";
export {
  activityNames,
  allSlots,
  buyable,
  findActivityPage,
  listActivities,
  type ActivityWithGoods,
} from "./activity.queries.js";
export { activityOffer } from "./activityOffer.js";
export { takeActivity } from "./takeActivity.js";
export { releaseActivity } from "./releaseActivity.js";
export { activityPaid, groupRecordOfOrder, isGroupInProgress } from "./activityPaid.js";
export { refuseHopeless } from "./refuseHopeless.js";
export { GroupRecordModel } from "./group.model.js";
export { startBargain } from "./startBargain.js";
export { helpBargain } from "./helpBargain.js";
export { BargainHelpModel, type BargainRecordDoc } from "./bargain.model.js";
export { SeckillConfigModel, type SeckillConfigDoc } from "./seckillConfig.model.js";
export { anyActivity, closeActivity, createActivity, deleteActivity, updateActivity } from "./changeActivity.js";
export type { ActivityChange } from "./checkActivity.js";
export {
  createSeckillConfig,
  deleteSeckillConfig,
  findSeckillConfigPage,
  seckillConfig,
  switchSeckillConfig,
  updateSeckillConfig,
  type SeckillConfigInput,
} from "./changeSeckillConfig.js";
export { findGroupRecordPage, groupRecordInFull, listGroups, type RecordInGroup } from "./group.queries.js";
export {
  bargainRecordInFull,
  bargainStatusNow,
  findBargainRecordPage,
  ownBargainRecord,
  type BargainRecordInFull,
} from "./bargain.queries.js";
export { clearActivity } from "./clearActivity.js";
export { activityRecycling } from "./activity.recycling.js";
