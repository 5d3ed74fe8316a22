export { memberErrors, smsErrors } from "./member.errors.js";
export { memberCreated } from "./member.events.js";
export { MemberModel, type MemberDoc } from "./member.model.js";
export { MemberLevelModel, type MemberLevelDoc } from "./memberLevel.model.js";
export { findMember, findMemberByMobile, findMemberLevel } from "./member.queries.js";
export { createMember, type NewMember } from "./createMember.js";
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
export { areaName, areaPath, areaTree, isKnownArea, type Area } from "./area.js";
export { authResults, LoginLogModel, type AuthEventKind, type LoginLogDoc } from "./loginLog.model.js";
export { recordAuth, recordAuthEvent } from "./recordAuthEvent.js";
export { hashPassword, verifyPassword } from "./passwords.js";
export { guardSignIn, type Caller } from "./signInLocks.js";
export { refreshOnce } from "./refreshOnce.js";
export { signInAsDeveloper, signInByPassword, signInBySms, signOut, type SocialBinding } from "./signIn.js";
export { sendSmsCode, type SmsCodeRequest } from "./sendSmsCode.js";
export { consumeSmsCode, smsScenes, type SmsScene } from "./smsCodes.js";
export { SmsAddressModel, SmsCodeModel, SmsFailureModel, type SmsCodeDoc } from "./smsCode.model.js";
export { deliverSmsCode } from "./deliverSmsCode.js";
export { sendSms } from "./member.jobs.js";
