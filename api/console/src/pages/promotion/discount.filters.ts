import type { Filter } from "../../parts/filters";
import { openStates } from "./promotion.states";

/** Of the kinds that are found by their switch alone. */
export const activityFiltersByStatus: Filter[] = [
  { name: "name", label: ["Name", "活动名称"], kind: "text" },
  { name: "status", label: ["Switch", "启用状态"], kind: "state", states: openStates },
  { name: "createTime", label: ["Made", "创建时间"], kind: "time" },
];
