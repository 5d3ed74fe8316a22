export { loyaltyErrors } from "./loyalty.errors.js";
export { loyaltyRules, loyaltySettings, type LoyaltyRules } from "./loyaltyConfig.model.js";
export { saveLoyaltyConfig } from "./saveLoyaltyConfig.js";
export { changePoints } from "./changePoints.js";
export type { PointRecordDoc } from "./pointRecord.model.js";
export { changeExperience } from "./changeExperience.js";
export type { ExperienceRecordDoc } from "./experienceRecord.model.js";
export type { LevelRecordDoc } from "./levelRecord.model.js";
export { clearLoyalty } from "./clearLoyalty.js";
export { listLevels, memberLevels, oneLevel, pageLevels, vipPercentOf, type VipPercent } from "./level.queries.js";
export { pageExperienceRecords, pageLevelRecords, pagePointRecords } from "./record.queries.js";
export { listSignInRules, oneSignInRule, signInRules, type SignInRuleDoc } from "./signInRule.model.js";
export { signInToday } from "./signInToday.js";
export { pageSignIns, signInSummary } from "./signIn.queries.js";
export type { SignInRecordDoc } from "./signInRecord.model.js";
export { createLevel, deleteLevel, updateLevel, type LevelInput } from "./changeLevel.js";
export { setMemberLevel } from "./setMemberLevel.js";
export { adjustPoints } from "./adjustPoints.js";
export { createSignInRule, deleteSignInRule, updateSignInRule } from "./changeSignInRule.js";
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
export { loyaltyRecycling } from "./loyalty.recycling.js";
