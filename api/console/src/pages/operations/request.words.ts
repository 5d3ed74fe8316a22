import type { States } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";

export const callers: States = {
  0: [["Anonymous", "未登录"], "default"],
  1: [["Member", "会员"], "default"],
  2: [["Operator", "操作员"], "processing"],
};

export const processStates: States = {
  0: [["New", "未处理"], "error"],
  1: [["Resolved", "已处理"], "success"],
  2: [["Ignored", "已忽略"], "default"],
};

export const requestFilters: Filter[] = [
  { name: "requestUrl", label: ["Path begins with", "路径前缀"], kind: "text" },
  { name: "status", label: ["HTTP status", "HTTP 状态"], kind: "number" },
  { name: "resultCode", label: ["Result code", "结果码"], kind: "number" },
  { name: "duration", label: ["Min. duration (ms)", "耗时不低于（毫秒）"], kind: "number" },
  { name: "userType", label: ["User type", "用户类型"], kind: "state", states: callers },
  { name: "userId", label: ["User ID", "用户 ID"], kind: "number" },
  { name: "userIp", label: ["IP", "IP"], kind: "text" },
  { name: "requestId", label: ["Request ID", "请求 ID"], kind: "text" },
  { name: "createTime", label: ["Time", "时间"], kind: "time" },
];
