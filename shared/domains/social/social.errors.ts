import { defineErrors } from "#shared/kernel/request/errors.js";

/** Refusals of the social provider (rules: Error codes). */
export const socialErrors = defineErrors("social", {
  SocialNotResolved: {
    code: 1004003005,
    en: "The social account could not be recognised",
    zh: "登录失败，解析不到三方登录信息",
  },
  SocialAuthFailed: {
    code: 1002018000,
    en: "The social provider refused, error code: {reason}",
    zh: "社交授权失败，错误码：{reason}",
  },
  SocialPlatformBusy: {
    code: 1002018002,
    en: "The social provider is busy, try again in a moment",
    zh: "社交平台繁忙，请稍后重试",
  },
  PhoneNotResolved: {
    code: 1002018200,
    en: "The phone number could not be obtained",
    zh: "获得手机号失败",
  },
  SecretsNotShown: {
    code: 1002018220,
    en: "The provider's access token is not shown to clients",
    zh: "不向客户端提供平台访问令牌",
  },
});
