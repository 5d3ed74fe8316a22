export { loyaltyErrors } from "./loyalty.errors.js";
export { loyaltyRules, loyaltySettings, type LoyaltyRules, type LoyaltySettings } from "./loyaltyConfig.model.js";
export { saveLoyaltyConfig } from "./saveLoyaltyConfig.js";
export { changePoints, type PointChange } from "./changePoints.js";
export { pointBizTypes, type PointBizType, type PointRecordDoc } from "./pointRecord.model.js";
export { changeExperience, type ExperienceChange } from "./changeExperience.js";
export { experienceBizTypes, type ExperienceBizType, type ExperienceRecordDoc } from "./experienceRecord.model.js";
export type { LevelRecordDoc } from "./levelRecord.model.js";
export { clearLoyalty } from "./clearLoyalty.js";
export {
  invalidateLevelOf,
  listLevels,
  memberLevels,
  oneLevel,
  pageLevels,
  vipPercentOf,
  type LevelFilter,
  type VipPercent,
} from "./level.queries.js";
export { levelFor } from "./levelRule.js";
export { pageExperienceRecords, pageLevelRecords, pagePointRecords, type PointRecordFilter } from "./record.queries.js";
export { listSignInRules, oneSignInRule, signInRules, type SignInRuleDoc } from "./signInRule.model.js";
export { signInToday } from "./signInToday.js";
export { pageSignIns, signInSummary, type SignInSummary } from "./signIn.queries.js";
export type { SignInRecordDoc } from "./signInRecord.model.js";
export { createLevel, deleteLevel, updateLevel, type LevelInput } from "./changeLevel.js";
export { setMemberLevel } from "./setMemberLevel.js";
export { adjustPoints } from "./adjustPoints.js";
export { createSignInRule, deleteSignInRule, updateSignInRule, type SignInRuleInput } from "./changeSignInRule.js";
export { eachMember, oneMember, searchMembers, type MemberSearch, type MemberWithLevel } from "./member.search.js";
export {
  eachWithMember,
  membersOf,
  pageWithMembers,
  withMember,
  withMembers,
  type MemberInShort,
  type OfMember,
} from "./membersOf.js";
export { welcomeMemberJob } from "./loyalty.jobs.js";
export { welcomeMember } from "./welcomeMember.js";
export { seedLoyalty } from "./seedLoyalty.js";
export { loyaltyRecycling } from "./loyalty.recycling.js";
