import type { States } from "../../parts/shown/figures";

export const couponStates: States = {
  1: [["Unused", "未使用"], "processing"],
  2: [["Used", "已使用"], "success"],
  3: [["Expired", "已过期"], "default"],
};
export const takeTypes: States = {
  1: [["Claimed by members", "会员领取"]],
  2: [["Sent by operators", "平台发放"]],
  3: [["On registration", "注册赠送"]],
};
export const scopes: States = {
  1: [["All products", "全部商品"]],
  2: [["Selected products", "指定商品"]],
  3: [["Selected categories", "指定分类"]],
};
export const couponDiscounts: States = {
  1: [["Amount off", "满减"]],
  2: [["Percentage off", "折扣"]],
};
export const validities: States = {
  1: [["Fixed dates", "固定日期"]],
  2: [["Days after claiming", "领取后生效"]],
};
/** The states for shoppers. */
export const activityStates: States = {
  10: [["Scheduled", "未开始"], "warning"],
  20: [["Active", "进行中"], "success"],
  30: [["Ended", "已结束"], "default"],
  40: [["Closed", "已关闭"], "error"],
};
export const rewardConditions: States = {
  10: [["Amount spent", "满金额"]],
  20: [["Quantity bought", "满件数"]],
};
export const groupStates: States = {
  0: [["Open", "拼团中"], "processing"],
  1: [["Complete", "拼团成功"], "success"],
  2: [["Failed", "拼团失败"], "error"],
};
export const bargainStates: States = {
  1: [["In progress", "砍价中"], "processing"],
  2: [["Succeeded", "砍价成功"], "success"],
  3: [["Failed", "砍价失败"], "error"],
};
