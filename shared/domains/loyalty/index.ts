export { loyaltyErrors } from "./loyalty.errors.js";
export { loyaltyRules, loyaltySettings, type LoyaltyRules } from "./loyaltyConfig.model.js";
export { saveLoyaltyConfig } from "./saveLoyaltyConfig.js";
export { changePoints } from "./points/changePoints.js";
export type { PointRecordDoc } from "./points/pointRecord.model.js";
export { changeExperience } from "./level/changeExperience.js";
export type { ExperienceRecordDoc } from "./level/experienceRecord.model.js";
export type { LevelRecordDoc } from "./level/levelRecord.model.js";
export { giveForOrder } from "./giveForOrder.js";
export { eraseLoyalty } from "./eraseLoyalty.js";
export { hasLoyalty } from "./moveLoyalty.js";
export {
  listLevels,
  memberLevels,
  oneLevel,
  pageLevels,
  vipPercentOf,
  type VipPercent,
} from "./level/level.queries.js";
export { pageExperienceRecords, pageLevelRecords, pagePointRecords } from "./record.queries.js";
export { listSignInRules, oneSignInRule, signInRules, type SignInRuleDoc } from "./signIn/signInRule.model.js";
export { signInToday } from "./signIn/signInToday.js";
export { pageSignIns, signInSummary } from "./signIn/signIn.queries.js";
export type { SignInRecordDoc } from "./signIn/signInRecord.model.js";
export { createLevel, deleteLevel, updateLevel, type LevelInput } from "./level/changeLevel.js";
export { setMemberLevel } from "./level/setMemberLevel.js";
export { adjustPoints } from "./points/adjustPoints.js";
export { createSignInRule, deleteSignInRule, updateSignInRule } from "./signIn/changeSignInRule.js";
export { eachMember, oneMember, pageMembers, type MemberSearch, type MemberWithLevel } from "./pageMembers.js";
export { loyaltyRecycling } from "./loyalty.recycling.js";
