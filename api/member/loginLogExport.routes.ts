import { csvExport, named, onlyCount, shopTime } from "#api/http/csv/csvExport.js";
import { eachLoginLog, pageLoginLogs, SignInResult } from "#shared/domains/member/index.js";
import { loginLogFilter, LoginLogPageQuery } from "./loginLog.routes.js";

const result = named({
  [SignInResult.success]: ["success", "成功"],
  [SignInResult.badCredentials]: ["bad credentials", "账号或密码不正确"],
  [SignInResult.disabled]: ["disabled", "用户被禁用"],
  [SignInResult.locked]: ["locked", "已锁定"],
  [SignInResult.trouble]: ["trouble", "异常"],
});

export const loginLogExport = csvExport({
  path: "/admin-api/system/login-log",
  noun: "system:login-log",
  summary: "Exports the sign-in attempts that match the same filters as a CSV file",
  pageQuery: LoginLogPageQuery,
  count: async (query) => (await pageLoginLogs(loginLogFilter(query), onlyCount)).total,
  rows: (query) => eachLoginLog(loginLogFilter(query)),
  columns: [
    ["Row", "日志编号", (row) => row._id],
    ["Time", "时间", (row) => shopTime(row.createdAt)],
    ["What", "操作类型", (row) => row.kind],
    ["Who", "用户类型", (row) => row.audience],
    ["Id", "用户编号", (row) => row.ownerId],
    ["Name typed", "登录名", (row, sight) => sight.mobile(row.username)],
    ["Result", "结果", (row) => result(row.result)],
    ["Address", "登录IP", (row) => row.ip],
    ["Browser", "浏览器", (row) => row.userAgent],
    ["Terminal", "终端", (row) => row.terminal],
    ["Request", "请求编号", (row) => row.requestId],
  ],
});
