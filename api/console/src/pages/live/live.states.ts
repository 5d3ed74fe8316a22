import type { States } from "../../parts/shown/figures";

export const liveStates: States = {
  0: [["Not started", "未开播"], "default"],
  1: [["Live", "直播中"], "success"],
  2: [["Ended", "已结束"], "warning"],
};

/** Beside the state of a running live. */
export const brokenStates: States = { 1: [["Stream interrupted", "推流中断"], "error"] };

export const roomKinds: States = {
  1: [["Personal", "个人"], "default"],
  2: [["Merchant", "商家"], "processing"],
  3: [["Official", "官方"], "success"],
};

export const shelfStates: States = {
  1: [["Listed", "上架"], "success"],
  0: [["Unlisted", "下架"], "default"],
};

export const videoStates: States = {
  0: [["Stored", "已存储"], "default"],
  1: [["Fetching", "平台拉取中"], "processing"],
  2: [["Ready", "可播放"], "success"],
  3: [["Rejected by provider", "平台拒绝"], "error"],
  4: [["Deleting", "删除中"], "warning"],
  5: [["Deleted", "已删除"], "default"],
};
