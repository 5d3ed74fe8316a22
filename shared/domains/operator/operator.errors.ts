import { defineErrors } from "#shared/kernel/request/errors.js";

export const adminErrors = defineErrors("admin", {
  BadCredentials: { code: 1002000000, en: "User name, password or code is wrong", zh: "登录失败，账号密码不正确" },
  OperatorDisabled: { code: 1002000001, en: "This account is disabled", zh: "登录失败，账号被禁用" },
  SignInLocked: {
    code: 1002000010,
    en: "Too many failed sign-ins, try again in {minutes} min",
    zh: "登录失败次数过多，请 {minutes} 分钟后再试",
  },
  /** HTTP 403 like a missing permission, with a code of its own so that a console can lead to the right page. */
  PasswordChangeDue: {
    code: 1002000011,
    en: "Choose a password of your own first",
    zh: "请先修改初始密码",
    status: 403,
  },
  SecondFactorDue: {
    code: 1002000012,
    en: "Set up a second factor first",
    zh: "请先启用两步验证",
    status: 403,
  },
  RoleNotFound: { code: 1002002000, en: "There is no such role", zh: "角色不存在" },
  RoleCodeTaken: { code: 1002002002, en: "There is a role with this code already", zh: "已经存在该编码的角色" },
  RoleBuiltIn: { code: 1002002003, en: "The built-in role cannot be changed", zh: "不能操作系统内置角色" },
  RoleInUse: {
    code: 1002002010,
    en: "{count} operators have the role",
    zh: "该角色已分配给 {count} 个管理员，无法删除",
  },
  PermissionNotYours: {
    code: 1002002011,
    en: "You cannot hand on what you may not do yourself: {permission}",
    zh: "不能授予或收回自己没有的权限：{permission}",
  },
  OperatorNameTaken: { code: 1002003000, en: "This user name is taken", zh: "用户账号已经存在" },
  OperatorMobileTaken: { code: 1002003001, en: "This mobile is another operator's", zh: "手机号已经存在" },
  OperatorEmailTaken: { code: 1002003002, en: "This e-mail is another operator's", zh: "邮箱已经存在" },
  OperatorNotFound: { code: 1002003003, en: "There is no such operator", zh: "用户不存在" },
  OperatorPasswordWrong: { code: 1002003005, en: "The password is wrong", zh: "用户密码校验失败" },
  LastSuperOperator: {
    code: 1002003010,
    en: "This is the last super administrator: name another one first",
    zh: "至少需要保留一名启用的超级管理员",
  },
  OwnAccount: {
    code: 1002003011,
    en: "Not on your own account: use your profile, or ask another operator",
    zh: "不能对自己的账号执行此操作",
  },
  OperatorAboveYou: {
    code: 1002003012,
    en: "This operator may do more than you: ask one who may do as much",
    zh: "该用户的权限高于您，无法操作",
  },
  PasswordUnchanged: { code: 1002003013, en: "The new password is the old one", zh: "新密码不能与旧密码相同" },
  OperatorSessionNotFound: { code: 1002003020, en: "There is no such sign-in", zh: "登录会话不存在" },
  TotpOnAlready: { code: 1002003030, en: "The second factor is on already", zh: "两步验证已开启" },
  TotpOff: { code: 1002003031, en: "The second factor is off", zh: "两步验证未开启" },
  TotpNotBegun: { code: 1002003032, en: "Begin with a new secret first", zh: "请先获取新的验证密钥" },
  TotpCodeWrong: { code: 1002003033, en: "The code is wrong or used already", zh: "动态验证码不正确或已使用" },
});
