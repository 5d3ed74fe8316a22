import type { States } from "../../parts/figures";

export const couponStates: States = {
  1: [["Unused", "未使用"], "processing"],
  2: [["Used", "已使用"], "success"],
  3: [["Expired", "已过期"], "default"],
};
export const takeTypes: States = {
  1: [["Taken by members", "会员领取"]],
  2: [["Given by operators", "平台发放"]],
  3: [["At registration", "注册赠送"]],
};
export const scopes: States = {
  1: [["All products", "全部商品"]],
  2: [["Some products", "指定商品"]],
  3: [["Some categories", "指定分类"]],
};
export const couponDiscounts: States = {
  1: [["Amount off", "满减"]],
  2: [["Percent", "折扣"]],
};
export const validities: States = {
  1: [["Fixed dates", "固定日期"]],
  2: [["Days after taking", "领取后生效"]],
};
/** The states for shoppers. */
export const activityStates: States = {
  10: [["To come", "未开始"], "warning"],
  20: [["Running", "进行中"], "success"],
  30: [["Over", "已结束"], "default"],
  40: [["Closed", "已关闭"], "error"],
};
export const rewardConditions: States = {
  10: [["Amount spent", "满金额"]],
  20: [["Pieces bought", "满件数"]],
};
export const groupStates: States = {
  0: [["Open", "拼团中"], "processing"],
  1: [["Complete", "拼团成功"], "success"],
  2: [["Failed", "拼团失败"], "error"],
};
export const bargainStates: States = {
  1: [["Going on", "砍价中"], "processing"],
  2: [["Reached", "砍价成功"], "success"],
  3: [["Failed", "砍价失败"], "error"],
};
