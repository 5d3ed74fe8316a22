import type { States } from "../../parts/figures";

export const shownStates: States = { 0: [["Shown", "展示"], "success"], 1: [["Hidden", "隐藏"], "default"] };

/** Where a banner or an article stands; the clients decide what each place is. */
export const places: States = {
  1: [["Home", "首页"], "processing"],
  2: [["Seckill", "秒杀活动页"], "default"],
  3: [["Bargain and group buying", "砍价与拼团活动页"], "default"],
  4: [["Discount", "限时折扣页"], "default"],
  5: [["Reward", "满减送页"], "default"],
};
