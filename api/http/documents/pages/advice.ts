import type { Words } from "./layout.js";

const correct: Words = ["Correct the field that the message names.", "更正提示所指的字段。"];
const signIn: Words = [
  "Refresh the token and call again, once; else let the person sign in.",
  "刷新令牌后重试一次；否则让用户重新登录。",
];
const wait: Words = ["Call again after Retry-After, with the same key.", "在 Retry-After 之后用同一个键重试。"];
const nothing: Words = ["Nothing: the call is not for this client.", "无需处理：该客户端不应发出此调用。"];
const gone: Words = ["Leave the page: what it showed is not there.", "离开该页面：所示内容不存在。"];
const smaller: Words = ["Send less, or another file.", "减少内容或更换文件。"];
const reload: Words = [
  "Load the form again, and show what somebody else has saved.",
  "重新加载表单，并显示他人已保存的内容。",
];
const show: Words = ["Show the message.", "显示该提示。"];
const report: Words = [
  "Show the message, and report it with X-Request-Id.",
  "显示该提示，并附上 X-Request-Id 报告问题。",
];

/** What a client does about the codes that ask for more than showing their message. */
const advice: Readonly<Record<number, Words>> = {
  400: correct,
  401: signIn,
  403: nothing,
  404: gone,
  405: nothing,
  409: ["Wait a second and call again with the same key.", "等待一秒后用同一个键重试。"],
  410: gone,
  413: smaller,
  415: ["Send the content type that the call takes.", "使用该接口支持的内容类型。"],
  422: ["Take a new Idempotency-Key for the new body.", "为新的请求体使用新的 Idempotency-Key。"],
  429: ["Call again after Retry-After: nothing was done.", "在 Retry-After 之后重试：本次未执行任何操作。"],
  500: report,
  503: wait,
  4010: ["Forget the tokens, and let the person sign in.", "清除令牌，让用户重新登录。"],
  1001009004: [
    "Solve Proof-Challenge, and call again with Proof-Solution. The typed client does it by itself.",
    "完成 Proof-Challenge 的验证，并带上 Proof-Solution 重试。类型化客户端会自动完成。",
  ],
  1001009005: reload,
};

/** @param status the HTTP status that the code travels with */
export const adviceFor = (code: number, status: number): Words =>
  advice[code] ?? (status === 503 ? wait : status >= 500 ? report : show);
