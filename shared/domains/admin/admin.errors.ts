import { defineErrors } from "#shared/platform/errors.js";

export const adminErrors = defineErrors("admin", {
  BadCredentials: { code: 1002000000, en: "User name, password or code is wrong", zh: "登录失败，账号密码不正确" },
  OperatorDisabled: { code: 1002000001, en: "This account is disabled", zh: "登录失败，账号被禁用" },
  SignInLocked: {
    code: 1002000010,
    en: "Too many failed sign-ins, try again in {minutes} min",
    zh: "登录失败次数过多，请 {minutes} 分钟后再试",
  },
});
