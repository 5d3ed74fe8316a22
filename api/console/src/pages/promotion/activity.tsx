import { Flex, Image } from "antd";
import { Link } from "react-router";
import { put, type PutPath } from "../../client/client";
import { ActButton } from "../../parts/ActButton";
import type { Field } from "../../parts/fields";
import { Moment, State } from "../../parts/figures";
import type { Filter } from "../../parts/filters";
import type { ChosenSkus } from "../../parts/SkuPicker";
import { useMay } from "../../shell/operator";
import { useTexts, type Pair } from "../../texts/texts";
import { activityStates } from "./promotion.states";

const bundle = {
  name: ["Name", "活动名称"],
  product: ["Product", "商品"],
  status: ["State", "状态"],
  time: ["From – to", "活动时间"],
  made: ["Made", "创建时间"],
  close: ["Close", "关闭"],
  closeQuestion: ["Close {{name}} for good, now?", "确定立即关闭「{{name}}」？关闭后不可恢复。"],
  closed: ["Closed", "已关闭"],
} as const;

const AFTER: Pair = ["It must end after it begins", "结束时间须晚于开始时间"];

export const activityFilters: Filter[] = [
  { name: "name", label: bundle.name, kind: "text" },
  { name: "status", label: bundle.status, kind: "state", states: activityStates },
  { name: "createTime", label: bundle.made, kind: "time" },
];

export const nameField: Field = { name: "name", label: bundle.name, kind: "text", needed: true };
/** When it begins and ends; what is entered so far says which end is too early. */
export const timeFields = (entered: Record<string, unknown>): Field[] => [
  { name: "startTime", label: ["Begins", "开始时间"], kind: "time", needed: true },
  {
    name: "endTime",
    label: ["Ends", "结束时间"],
    kind: "time",
    needed: true,
    check: (value) => (value && entered.startTime && Number(value) <= Number(entered.startTime) ? AFTER : undefined),
  },
];
export const lastFields: Field[] = [
  { name: "sort", label: ["Sort key", "排序"], kind: "number", min: 0, initial: 0 },
  { name: "remark", label: ["Remark", "备注"], kind: "longText" },
];
export const limitFields: Field[] = [
  {
    name: "totalLimitCount",
    label: ["Most pieces a member", "每人限购总数"],
    kind: "number",
    min: 0,
    hint: ["None or 0: no limit.", "不填或 0 表示不限。"],
  },
  { name: "singleLimitCount", label: ["Most pieces an order", "单次限购数量"], kind: "number", min: 0 },
];

/** Product and variants stand in one field of the form, `goods`. */
export const spread = ({ goods, ...fields }: Record<string, unknown>): Record<string, unknown> => ({
  ...fields,
  ...(goods as ChosenSkus),
});
export const gathered = (row: Record<string, unknown>): Record<string, unknown> => ({
  ...row,
  goods: { spuId: row.spuId, products: row.products },
});

interface Activity {
  id: number;
  name: string;
  /** 10 to 40, of those that say their own switch beside it. */
  activityStatus?: number;
  status: number;
}
export const stateOf = ({ status, activityStatus = status }: Activity): number => activityStatus;
export const activityCan = (verb: "update" | "delete", row: Activity): boolean =>
  verb === "update" ? stateOf(row) !== 40 : stateOf(row) === 40 || stateOf(row) === 30;

/** What all kinds of activities have in common on their pages. */
export function useActivity(noun: string) {
  const words = useTexts(bundle);
  const may = useMay();
  return {
    actions: (row: Activity) =>
      stateOf(row) !== 40 &&
      may(`promotion:${noun}:close`) && (
        <ActButton
          question={words("closeQuestion", { name: row.name })}
          act={() => put(`/admin-api/promotion/${noun}/close` as PutPath, { id: row.id } as never)}
          changes={[`/admin-api/promotion/${noun}/`]}
          done={words("closed")}
        >
          {words("close")}
        </ActButton>
      ),
    nameColumn: { title: words("name"), dataIndex: "name" },
    productColumn: {
      title: words("product"),
      key: "product",
      render: (_: unknown, row: { spuId: number; spuName: string; picUrl: string }) => (
        <Flex gap={8} align="center" style={{ maxWidth: 280 }}>
          <Image src={row.picUrl} width={36} height={36} alt={row.spuName} />
          <Link to={`/products/${row.spuId}`}>{row.spuName}</Link>
        </Flex>
      ),
    },
    statusColumn: {
      title: words("status"),
      key: "status",
      render: (_: unknown, row: Activity) => <State of={activityStates} value={stateOf(row)} />,
    },
    timeColumn: {
      title: words("time"),
      key: "time",
      render: (_: unknown, row: { startTime: number | null; endTime: number | null }) => (
        <>
          <Moment ms={row.startTime} />
          <br />
          <Moment ms={row.endTime} />
        </>
      ),
    },
  };
}

export const left = ({ stock, totalStock }: { stock: number | null; totalStock: number | null }): string =>
  stock === null ? "∞" : totalStock === null ? String(stock) : `${stock} / ${totalStock}`;
