export { memberErrors, smsErrors } from "./member.errors.js";
export { memberCreated, memberLoggedOff } from "./member.events.js";
export { MemberModel, type MemberDoc } from "./member.model.js";
export { MemberLevelModel, type MemberLevelDoc } from "./memberLevel.model.js";
export { findMember, findMemberByMobile, findMemberLevel } from "./member.queries.js";
export { areasOfNewMembers, countMembers, newMembers } from "./memberNumbers.js";
export { createMember, type NewMember } from "./createMember.js";
export { eraseMember } from "./eraseMember.js";
export { signInMember } from "./signInMember.js";
export { AddressModel, type AddressDoc } from "./address.model.js";
export { findAddress, findDefaultAddress, listAddresses } from "./address.queries.js";
export {
  createAddress,
  deleteAddress,
  updateAddress,
  type AddressChanges,
  type AddressInput,
} from "./changeAddress.js";
export { areaName, areaPath, areaTree, areaTreeVersion, isKnownArea, isLowestArea, type Area } from "./area.js";
export { eachLoginLog, pageLoginLogs, type LoginLogFilter } from "./loginLog.queries.js";
export { authEventKinds, authResults, LoginLogModel, type AuthEventKind, type LoginLogDoc } from "./loginLog.model.js";
export { recordAuth, recordAuthEvent } from "./recordAuthEvent.js";
export { hashPassword, verifyPassword } from "./passwords.js";
export { clearSignInFailures, guardSignIn, type Caller } from "./signInLocks.js";
export { refreshOnce } from "./refreshOnce.js";
export { signInAsDeveloper, signInByPassword, signInBySms, signOut } from "./signIn.js";
export {
  signInByMiniProgram,
  signInByPerson,
  signInBySocial,
  type PersonSignIn,
  type SocialProof,
} from "./signInBySocial.js";
export type { SignedIn } from "./loggedSignIn.js";
export { bindSocial, findMemberOfSocial } from "./bindSocial.js";
export { MemberSocialModel, type MemberSocialDoc } from "./memberSocial.model.js";
export { sendSmsCode, type SmsCodeRequest } from "./sendSmsCode.js";
export { sendTestSms } from "./sendTestSms.js";
export { smsTemplateOf } from "./deliverSmsCode.js";
export { validateSmsCode } from "./validateSmsCode.js";
export { consumeSmsCode, smsScenes, type SmsScene } from "./smsCodes.js";
export { SmsAddressModel, SmsCodeModel, SmsFailureModel, type SmsCodeDoc } from "./smsCode.model.js";
export { deliverSmsCode } from "./deliverSmsCode.js";
export { deliverMobileChangeNotice } from "./mobileChangeNotice.js";
export { kickOutJob, sendMobileChangeNotice, sendSms } from "./member.jobs.js";
export { kickOut, kickOutSoon } from "./kickOut.js";
export { changeMemberStatus } from "./changeMemberStatus.js";
export { updateProfile, type ProfileChanges } from "./updateProfile.js";
export { changeMobile } from "./changeMobile.js";
export { changePassword, resetPassword } from "./changePassword.js";
export { listDevices, removeDevice } from "./devices.js";
export { endMemberSession } from "./endSession.js";
export { pageSmsLog, type SmsLogFilter } from "./smsLog.queries.js";
export { changeMember, type MemberChanges } from "./changeMember.js";
