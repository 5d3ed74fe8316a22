export { activityErrors } from "./activity.errors.js";
export { activityGroupFailed } from "./activity.events.js";
export { endDueActivitiesJob, expireGroupJob } from "./activity.jobs.js";
export type { ActivityInput, ActivityKind, ActivityLine, ActivityOffer } from "./activity.kinds.js";
export {
  ActivityGoodsModel,
  ActivityModel,
  type ActivityDoc,
  type ActivityGoodsDoc,
  type ActivityOf,
  type BargainRules,
  type GroupRules,
  type PointRules,
  type RulesOf,
  type SeckillRules,
} from "./activity.model.js";
export { ActivityCountModel, ActivityTakeModel, type ActivityTakeDoc } from "./activityTake.model.js";
export { isInSlot, shownStatus, type ShownStatus } from "./activityStatus.js";
export {
  activityNames,
  allSlots,
  buyable,
  findActivity,
  findActivityPage,
  listActivities,
  type ActivityPageQuery,
  type ActivityWithGoods,
} from "./activity.queries.js";
export { activityOffer } from "./activityOffer.js";
export { takeActivity } from "./takeActivity.js";
export { releaseActivity } from "./releaseActivity.js";
export { activityPaid, groupRecordOfOrder, isGroupInProgress } from "./activityPaid.js";
export { refuseHopeless } from "./refuseHopeless.js";
export { endDueActivities, expireGroup } from "./endDueActivities.js";
export { GroupModel, GroupRecordModel, type GroupDoc, type GroupRecordDoc, type GroupStatus } from "./group.model.js";
export { startBargain } from "./startBargain.js";
export { helpBargain } from "./helpBargain.js";
export { cutFen, type Cut } from "./cut.js";
export {
  BargainHelpModel,
  BargainRecordModel,
  type BargainHelpDoc,
  type BargainRecordDoc,
  type BargainStatus,
} from "./bargain.model.js";
export { SeckillConfigModel, type SeckillConfigDoc } from "./seckillConfig.model.js";
export { anyActivity, closeActivity, createActivity, deleteActivity, updateActivity } from "./changeActivity.js";
export type { ActivityChange, GoodsInput } from "./checkActivity.js";
export {
  createSeckillConfig,
  deleteSeckillConfig,
  findSeckillConfigPage,
  seckillConfig,
  switchSeckillConfig,
  updateSeckillConfig,
  type SeckillConfigInput,
} from "./changeSeckillConfig.js";
export {
  findGroupRecordPage,
  groupRecordInFull,
  listGroups,
  type GroupListQuery,
  type GroupRecordQuery,
  type RecordInGroup,
} from "./group.queries.js";
export {
  bargainRecordInFull,
  bargainStatusNow,
  findBargainRecordPage,
  ownBargainRecord,
  type BargainRecordInFull,
  type BargainRecordQuery,
} from "./bargain.queries.js";
export { seedActivities } from "./seedActivities.js";
export { clearActivity } from "./clearActivity.js";
export { activityRecycling } from "./activity.recycling.js";
