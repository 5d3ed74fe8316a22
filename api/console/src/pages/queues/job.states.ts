import type { RowOf } from "../../client/client";
import { jobStates } from "../../parts/shown/JobState";
import type { Pair } from "../../texts/texts";

export type Job = RowOf<"/admin-api/infra/job/search">;

export const jobStateOptions = Object.entries(jobStates).map(([value, [label]]) => ({ value, label }));

export const isOpen = ({ state }: Pick<Job, "state">): boolean =>
  state !== "done" && state !== "dead" && state !== "cancelled";

/** The words of a job's subject, and its page if there is one. */
export const subjectWords: Record<string, { words: Pair; path?: string }> = {
  orderId: { words: ["Order", "订单"], path: "/orders/" },
  payOrderId: { words: ["Payment", "支付单"], path: "/pay/orders/" },
  memberId: { words: ["Member", "会员"], path: "/members/" },
  invoiceId: { words: ["Invoice", "发票"], path: "/invoices/" },
  refundId: { words: ["Refund", "退款"] },
  attemptId: { words: ["Payment attempt", "支付请求"] },
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
  liveId: { words: ["Live stream", "直播"] },
  liveCallbackId: { words: ["Live stream callback", "直播回调"] },
  chatGroupId: { words: ["Chat group", "群聊"] },
  uploadId: { words: ["Upload", "上传"] },
  sourceId: { words: ["Source package", "源码包"] },
  messageId: { words: ["Message", "留言"] },
  alertDeliveryId: { words: ["Alert delivery", "告警通知"] },
  replayId: { words: ["Replay", "重放"] },
  jobBatchId: { words: ["Bulk action", "批量操作"], path: "/jobs?batch.id=" },
};
