import type { RowOf } from "../../client/client";
import type { Colour } from "../../parts/figures";
import type { Pair } from "../../texts/texts";

export type Job = RowOf<"/admin-api/infra/job/search">;
export type JobState = Job["state"];

export const jobStates: Record<JobState, readonly [words: Pair, colour: Colour]> = {
  held: [["Held until its time", "未到时间"], "default"],
  waiting: [["Waits for its queue", "待入队"], "processing"],
  relayed: [["In its queue", "已入队"], "processing"],
  running: [["Running", "执行中"], "processing"],
  retrying: [["Waits for its next try", "等待重试"], "warning"],
  unknown: [["Unknown to this version", "当前版本未知"], "error"],
  done: [["Done", "已完成"], "success"],
  dead: [["Dead", "死信"], "error"],
  cancelled: [["Cancelled", "已取消"], "default"],
};
/** Held by an operator, whatever its time. */
export const keptBack: readonly [words: Pair, colour: Colour] = [["Kept back", "已暂缓"], "warning"];
export const jobStateOptions = Object.entries(jobStates).map(([value, [label]]) => ({ value, label }));

export const isOpen = ({ state }: Pick<Job, "state">): boolean =>
  state !== "done" && state !== "dead" && state !== "cancelled";

/** Of what a job is about: its words, and the page of it where there is one. */
export const subjectWords: Record<string, { words: Pair; path?: string }> = {
  orderId: { words: ["Order", "订单"], path: "/orders/" },
  payOrderId: { words: ["Pay order", "支付单"], path: "/pay/orders/" },
  memberId: { words: ["Member", "会员"], path: "/members/" },
  invoiceId: { words: ["Invoice", "发票"], path: "/invoices/" },
  refundId: { words: ["Refund", "退款"] },
  attemptId: { words: ["Payment try", "支付请求"] },
  callbackId: { words: ["Callback", "支付回调"] },
  notifyId: { words: ["Notification", "商户通知"] },
  reconciliationId: { words: ["Reconciliation", "对账"], path: "/pay/reconciliations/" },
  parcelId: { words: ["Parcel", "包裹"] },
  pushId: { words: ["Tracking push", "物流推送"] },
  groupId: { words: ["Group", "拼团"] },
  spuId: { words: ["Product", "商品"], path: "/products/" },
  smsCodeId: { words: ["SMS code", "短信验证码"] },
  smsId: { words: ["SMS", "短信"] },
  videoId: { words: ["Video", "视频"] },
  vodCallbackId: { words: ["Video callback", "视频回调"] },
  liveId: { words: ["Live", "直播"] },
  liveCallbackId: { words: ["Live callback", "直播回调"] },
  chatGroupId: { words: ["Chat group", "群聊"] },
  uploadId: { words: ["Upload", "上传"] },
  sourceId: { words: ["Source package", "源码包"] },
  messageId: { words: ["Message", "留言"] },
  alertDeliveryId: { words: ["Alert delivery", "告警通知"] },
  replayId: { words: ["Replay", "重放"] },
  jobBatchId: { words: ["Act on many jobs", "批量操作"] },
};
