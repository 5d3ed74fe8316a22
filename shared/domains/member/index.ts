export { memberErrors } from "./member.errors.js";
export { memberLoggedOff } from "./member.events.js";
export { MemberModel, type MemberDoc } from "./member.model.js";
export { MemberLevelModel, type MemberLevelDoc } from "./memberLevel.model.js";
export {
  findMember,
  findMemberByMobile,
  findMemberLevel,
  isBeingMerged,
  mergedMembersOf,
  ownerElsewhere,
  ownerNow,
  requireMember,
} from "./member.queries.js";
export { areasOfNewMembers, countMembers, newMembers } from "./memberNumbers.js";
export { createMember } from "./createMember.js";
export { eraseMember } from "./eraseMember.js";
export type { AddressDoc } from "./address/address.model.js";
export { findAddress, findAddressAndPoints, findDefaultAddress, listAddresses } from "./address/address.queries.js";
export {
  createAddress,
  deleteAddress,
  updateAddress,
  type AddressChanges,
  type AddressInput,
} from "./address/changeAddress.js";
export { moveAddresses } from "./address/moveAddresses.js";
export { areaName, areaPath, areaTree, areaTreeVersion, isKnownArea, isLowestArea } from "./address/area.js";
export { eachLoginLog, pageLoginLogs, type LoginLogFilter } from "./signIn/loginLog.queries.js";
export { SignInResult } from "./member.states.js";
export { authEventKinds, type LoginLogDoc } from "./signIn/loginLog.model.js";
export { recordAuth, recordAuthEvent } from "./signIn/recordAuthEvent.js";
export { hashPassword, verifyPassword } from "./passwords.js";
export { verifyCaptcha } from "./signIn/verifyCaptcha.js";
export { clearSignInFailures, guardSignIn, type Caller } from "./signIn/signInLocks.js";
export { refreshOnce } from "./signIn/refreshOnce.js";
export { signInAsDeveloper, signInByPassword, signInBySms, signOut } from "./signIn/signIn.js";
export { signInByMiniProgram, signInBySocial, type SocialProof } from "./signIn/signInBySocial.js";
export { moveSocials } from "./signIn/moveSocials.js";
export type { SignedIn } from "./signIn/loggedSignIn.js";
export { sendSmsCode } from "./sms/sendSmsCode.js";
export { sendTestSms } from "./sms/sendTestSms.js";
export { smsTemplateOf, deliverSmsCode } from "./sms/deliverSmsCode.js";
export { validateSmsCode } from "./sms/validateSmsCode.js";
export { consumeSmsCode } from "./sms/smsCodes.js";
export { SmsCodeModel, type SmsCodeDoc } from "./sms/smsCode.model.js";
export { deliverMergeNotice, queueMergeNotice } from "./sms/mergeNotice.js";
export { deliverMobileChangeNotice } from "./sms/mobileChangeNotice.js";
export { kickOut, kickOutSoon } from "./signIn/kickOut.js";
export { updateProfile } from "./updateProfile.js";
export { changeMobile } from "./changeMobile.js";
export { changePassword, resetPassword, setPasswordOf } from "./changePassword.js";
export { listDevices, removeDevice } from "./signIn/devices.js";
export { endMemberSession } from "./signIn/endSession.js";
export { pageSmsLog } from "./sms/smsLog.queries.js";
export { changeMember } from "./changeMember.js";
export {
  eachWithMember,
  membersOf,
  pageWithMembers,
  withMember,
  withMembers,
  type MemberInShort,
  type OfMember,
} from "./membersOf.js";
export { openQrSignIn } from "./qrSignIn/openQrSignIn.js";
export { scanQrCode } from "./qrSignIn/scanQrCode.js";
export { confirmQrSignIn } from "./qrSignIn/confirmQrSignIn.js";
export { pollQrSignIn } from "./qrSignIn/pollQrSignIn.js";
