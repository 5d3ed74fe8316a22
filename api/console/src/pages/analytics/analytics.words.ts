import type { Pair } from "../../texts/texts";

export const visitActions: Record<string, Pair> = {
  click: ["Click", "点击"],
  submit: ["Form submission", "提交表单"],
  download: ["Download", "下载"],
  demo_try: ["Demo trial", "体验演示"],
};
export const devices: Record<string, Pair> = {
  desktop: ["Desktop", "桌面端"],
  mobile: ["Mobile", "手机"],
  tablet: ["Tablet", "平板"],
  unknown: ["Unknown", "未知"],
};
/** The source of a visit: a campaign, another site's name, or this. */
export const sources: Record<string, Pair> = { direct: ["Direct", "直接访问"] };
/** Steps of a funnel that are not paths. */
export const funnelSteps: Record<string, Pair> = { visit: ["Any page", "访问任意页面"], ...visitActions };
