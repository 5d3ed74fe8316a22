import type { Field } from "../../parts/fields/fields";
import type { Filter } from "../../parts/lists/filters";
import { checkSkus, SkuPicker, type ChosenSkus, type SkuFigure } from "../../parts/fields/SkuPicker";
import type { Pair } from "../../texts/texts";
import { activityStates } from "./promotion.states";

/** Shared form parts of all kinds of activities. */

const AFTER: Pair = ["The end must be after the start", "结束时间须晚于开始时间"];

export const activityFilters: Filter[] = [
  { name: "name", label: ["Name", "活动名称"], kind: "text" },
  { name: "status", label: ["Status", "状态"], kind: "state", states: activityStates },
  { name: "createTime", label: ["Created", "创建时间"], kind: "time" },
];

export const nameField: Field = { name: "name", label: ["Name", "活动名称"], kind: "text", needed: true };
/** Start and end times; the entered values show which end is too early. */
export const timeFields = (entered: Record<string, unknown>): Field[] => [
  { name: "startTime", label: ["Starts", "开始时间"], kind: "time", needed: true },
  {
    name: "endTime",
    label: ["Ends", "结束时间"],
    kind: "time",
    needed: true,
    check: (value) => (value && entered.startTime && Number(value) <= Number(entered.startTime) ? AFTER : undefined),
  },
];
export const lastFields: Field[] = [
  { name: "sort", label: ["Sort order", "排序"], kind: "number", min: 0, initial: 0 },
  { name: "remark", label: ["Note", "备注"], kind: "longText" },
];
export const limitFields: Field[] = [
  {
    name: "totalLimitCount",
    label: ["Purchase limit per member", "每人限购总数"],
    kind: "number",
    min: 0,
    hint: ["Leave blank or 0 for no limit.", "不填或 0 表示不限。"],
  },
  { name: "singleLimitCount", label: ["Purchase limit per order", "单次限购数量"], kind: "number", min: 0 },
];

interface GoodsOptions {
  label?: Pair;
  hint?: Pair;
  /** Only one variant. */
  single?: boolean;
}
/** The product and its participating variants, each with its figures. */
export const goodsField = (
  figures: readonly SkuFigure[],
  { label = ["Product and variants", "商品与规格"], hint, single = false }: GoodsOptions = {},
): Field => ({
  name: "goods",
  label,
  kind: "custom",
  needed: true,
  control: <SkuPicker figures={figures} single={single} />,
  check: checkSkus(figures),
  ...(hint ? { hint } : {}),
});

/** Product and variants are one form field, `goods`. */
export const spread = ({ goods, ...fields }: Record<string, unknown>): Record<string, unknown> => ({
  ...fields,
  ...(goods as ChosenSkus),
});
export const gathered = (row: Record<string, unknown>): Record<string, unknown> => ({
  ...row,
  goods: { spuId: row.spuId, products: row.products },
});
