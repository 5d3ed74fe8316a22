import type { States } from "../../parts/shown/figures";
import type { Pair } from "../../texts/texts";

export const audiences: States = { 1: [["Member", "会员"], "default"], 2: [["Operator", "操作员"], "processing"] };

export const signInResults: States = {
  0: [["Succeeded", "成功"], "success"],
  10: [["Wrong user name, password or code", "账号、密码或验证码错误"], "error"],
  20: [["Disabled", "账号已停用"], "warning"],
  40: [["Locked", "已锁定"], "warning"],
  50: [["System error", "系统异常"], "error"],
};

export const signInKinds: Record<string, Pair> = {
  LOGIN_USERNAME: ["User name", "用户名登录"],
  LOGIN_MOBILE: ["Mobile and password", "手机号密码登录"],
  LOGIN_SMS: ["SMS code", "短信验证码登录"],
  LOGIN_SOCIAL: ["WeChat", "社交账号登录"],
  LOGOUT_SELF: ["Signed out", "主动退出"],
  LOGOUT_DELETE: ["Signed out by an operator", "被强制退出"],
  REFRESH_REUSED: ["Ended: refresh token reused", "刷新令牌被重复使用"],
};

export const operateTypes: States = {
  1: [["Create", "新增"], "success"],
  2: [["Update", "修改"], "processing"],
  3: [["Delete", "删除"], "error"],
  4: [["Other", "其他"], "default"],
};

export const terminals: States = {
  0: [["Unknown", "未知"]],
  10: [["WeChat mini program", "微信小程序"]],
  11: [["WeChat official account", "微信公众号"]],
  20: [["H5", "H5 网页"]],
  31: [["App", "手机 App"]],
};

export const smsStates: States = {
  0: [["Pending", "等待发送"], "default"],
  10: [["Sending", "发送中"], "processing"],
  20: [["Sent", "已发送"], "success"],
  30: [["Rejected by provider", "平台拒绝"], "error"],
  40: [["Abandoned", "已放弃"], "error"],
  50: [["Not sent (no recipient)", "未发送（无接收人）"], "default"],
};

export const smsScenes: States = {
  1: [["Sign in", "登录"]],
  2: [["Change mobile number", "修改手机号"]],
  3: [["Change password", "修改密码"]],
  4: [["Password reset", "忘记密码"]],
  5: [["Mobile number change notice", "手机号变更通知"]],
  6: [["Merged accounts notice", "账号合并通知"]],
};
