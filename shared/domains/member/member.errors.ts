import { defineErrors } from "#shared/kernel/request/errors.js";

export const memberErrors = defineErrors("member", {
  MemberNotFound: { code: 1004001000, en: "There is no such member", zh: "用户不存在" },
  MobileNotRegistered: { code: 1004001001, en: "This mobile is not registered", zh: "手机号未注册用户" },
  MobileInUse: { code: 1004001002, en: "The mobile {mobile} is in use", zh: "手机号[{mobile}]已被使用" },
  BadCredentials: { code: 1004003000, en: "Mobile or password is wrong", zh: "登录失败，账号密码不正确" },
  MemberDisabled: { code: 1004003001, en: "This account is closed", zh: "登录失败，账号被禁用" },
  MemberMerged: {
    code: 1004001018,
    en: "This account was merged into member {into}: act on that one",
    zh: "该账号已合并到会员 {into}，请在该会员上操作",
  },
  MobileTaken: { code: 1004003007, en: "This mobile is used by another account", zh: "手机号已经被使用" },
  /** Refuses to send a code there; MobileTaken is for a caller who has proved the phone. */
  MobileOfAnother: {
    code: 1004003008,
    en: "mobile: this number belongs to another account, no code was sent",
    zh: "mobile：该手机号已被其他账号使用，未发送验证码",
  },
  SignInLocked: {
    code: 1004003010,
    en: "Too many failed sign-ins, try again in {minutes} min",
    zh: "登录失败次数过多，请 {minutes} 分钟后再试",
  },
  AddressNotFound: { code: 1004004000, en: "There is no such address", zh: "用户收件地址不存在" },
  TooManyAddresses: {
    code: 1004004001,
    en: "You have {limit} addresses already: delete one first",
    zh: "您已有 {limit} 个收货地址，请先删除后再添加",
  },
  ChatRefused: {
    code: 1015009000,
    en: "The chat provider refused: {reason}",
    zh: "即时通信平台拒绝请求：{reason}",
    retry: false,
  },
  DeviceNotFound: { code: 1004005000, en: "There is no such signed-in device", zh: "登录设备不存在" },
});

export const smsErrors = defineErrors("member.sms", {
  SmsRefused: {
    code: 1002012002,
    en: "The SMS provider refused the message: {reason}",
    zh: "短信平台拒绝发送：{reason}",
    retry: false,
  },
  CodeNotFound: { code: 1002014000, en: "The code is wrong", zh: "验证码不正确" },
  CodeExpired: { code: 1002014001, en: "The code has expired", zh: "验证码已过期" },
  CodeUsed: { code: 1002014002, en: "The code was used already", zh: "验证码已使用" },
  TooManyToday: { code: 1002014004, en: "No more codes for this mobile today", zh: "超过每日短信发送数量" },
  TooFast: { code: 1002014005, en: "Wait a minute before requesting another code", zh: "短信发送过于频繁" },
});
