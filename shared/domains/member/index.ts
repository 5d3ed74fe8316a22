export { memberErrors } from "./member.errors.js";
export { memberLoggedOff } from "./member.events.js";
export { MemberModel, type MemberDoc } from "./member.model.js";
export { MemberLevelModel, type MemberLevelDoc } from "./memberLevel.model.js";
export { findMember, findMemberByMobile, findMemberLevel } from "./member.queries.js";
export { areasOfNewMembers, countMembers, newMembers } from "./memberNumbers.js";
export { createMember } from "./createMember.js";
export { eraseMember } from "./eraseMember.js";
export type { AddressDoc } from "./address.model.js";
export { findAddress, findDefaultAddress, listAddresses } from "./address.queries.js";
export {
  createAddress,
  deleteAddress,
  updateAddress,
  type AddressChanges,
  type AddressInput,
} from "./changeAddress.js";
export { areaName, areaPath, areaTree, areaTreeVersion, isKnownArea, isLowestArea } from "./area.js";
export { eachLoginLog, pageLoginLogs, type LoginLogFilter } from "./loginLog.queries.js";
export { authEventKinds, authResults, type LoginLogDoc } from "./loginLog.model.js";
export { recordAuth, recordAuthEvent } from "./recordAuthEvent.js";
export { hashPassword, verifyPassword } from "./passwords.js";
export { clearSignInFailures, guardSignIn, type Caller } from "./signInLocks.js";
export { refreshOnce } from "./refreshOnce.js";
export { signInAsDeveloper, signInByPassword, signInBySms, signOut } from "./signIn.js";
export { signInByMiniProgram, signInByPerson, signInBySocial, type SocialProof } from "./signInBySocial.js";
export type { SignedIn } from "./loggedSignIn.js";
export { sendSmsCode } from "./sendSmsCode.js";
export { sendTestSms } from "./sendTestSms.js";
export { smsTemplateOf, deliverSmsCode } from "./deliverSmsCode.js";
export { validateSmsCode } from "./validateSmsCode.js";
export { consumeSmsCode } from "./smsCodes.js";
export { SmsCodeModel, type SmsCodeDoc } from "./smsCode.model.js";
export { deliverMobileChangeNotice } from "./mobileChangeNotice.js";
export { kickOut, kickOutSoon } from "./kickOut.js";
export { updateProfile } from "./updateProfile.js";
export { changeMobile } from "./changeMobile.js";
export { changePassword, resetPassword } from "./changePassword.js";
export { listDevices, removeDevice } from "./devices.js";
export { endMemberSession } from "./endSession.js";
export { pageSmsLog } from "./smsLog.queries.js";
export { changeMember } from "./changeMember.js";
