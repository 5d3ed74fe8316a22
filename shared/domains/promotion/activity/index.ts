export { activityErrors } from "./activity.errors.js";
export type { ActivityInput, ActivityOffer } from "./activity.kinds.js";
export { ActivityGoodsModel, type ActivityGoodsDoc } from "./activity.model.js";
export { shownStatus } from "./activityStatus.js";
export {
  activityNames,
  allSlots,
  buyable,
  pageActivities,
  listActivities,
  type ActivityWithGoods,
} from "./activity.queries.js";
export { activityOffer } from "./take/activityOffer.js";
export { takeActivity } from "./take/takeActivity.js";
export { releaseActivity } from "./take/releaseActivity.js";
export { activityPaid, groupRecordOfOrder, isGroupInProgress } from "./take/activityPaid.js";
export { refuseSoldOut } from "./refuseSoldOut.js";
export { GroupRecordModel } from "./group/group.model.js";
export { startBargain } from "./bargain/startBargain.js";
export { helpBargain } from "./bargain/helpBargain.js";
export { BargainHelpModel, type BargainRecordDoc } from "./bargain/bargain.model.js";
export { SeckillConfigModel, type SeckillConfigDoc } from "./seckill/seckillConfig.model.js";
export { anyActivity, closeActivity, createActivity, deleteActivity, updateActivity } from "./changeActivity.js";
export type { ActivityChange } from "./checkActivity.js";
export {
  createSeckillConfig,
  deleteSeckillConfig,
  pageSeckillConfigs,
  seckillConfig,
  switchSeckillConfig,
  updateSeckillConfig,
  type SeckillConfigInput,
} from "./seckill/changeSeckillConfig.js";
export { pageGroupRecords, groupRecordInFull, listGroups, type RecordInGroup } from "./group/group.queries.js";
export {
  bargainRecordInFull,
  bargainStatusNow,
  pageBargainRecords,
  ownBargainRecord,
  type BargainRecordInFull,
} from "./bargain/bargain.queries.js";
export { moveActivities } from "./moveActivities.js";
export { eraseActivity } from "./eraseActivity.js";
export { activityRecycling } from "./activity.recycling.js";
