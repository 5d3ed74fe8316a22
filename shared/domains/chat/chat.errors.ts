import { defineErrors } from "#shared/kernel/request/errors.js";

/** The free range 1015, after the lives. */
export const chatErrors = defineErrors("chat", {
  ChatGroupNotFound: { code: 1015004000, en: "There is no such chat group", zh: "群组不存在" },
  ChatGroupNotReady: {
    code: 1015004001,
    en: "This chat group is being made, try again in a moment",
    zh: "群组正在创建，请稍后重试",
  },
  ChatPlatformRefused: {
    code: 1015004003,
    en: "The chat provider refused this, error code: {reason}",
    zh: "即时通信平台拒绝请求，错误码：{reason}",
  },
  ChatTextRefused: {
    code: 1015004004,
    en: "The chat provider does not take this text",
    zh: "内容未通过即时通信平台审核",
  },
  ChatAccountNotFound: {
    code: 1015004005,
    en: "One of these accounts is not known to the chat",
    zh: "存在未加入即时通信的账号",
  },
});
