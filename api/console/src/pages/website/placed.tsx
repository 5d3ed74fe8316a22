import { Switch } from "antd";
import { put, type PutPath } from "../../client/client";
import { useAct } from "../../client/queries";
import type { Field } from "../../parts/fields/fields";
import { Moment, State, type States } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

/** Shared parts of banners and articles: each has a place in the shop, and is shown or hidden. */

const bundle = {
  title: ["Title", "标题"],
  position: ["Position", "位置"],
  sort: ["Sort order", "排序"],
  status: ["Status", "状态"],
  updateTime: ["Updated", "更新时间"],
  saved: ["Saved", "已保存"],
} as const;
const shownStates: States = { 0: [["Visible", "展示"], "success"], 1: [["Hidden", "隐藏"], "default"] };
/** The clients define what each place is. */
const places: States = {
  1: [["Home", "首页"], "processing"],
  2: [["Flash sales", "秒杀活动页"], "default"],
  3: [["Bargains and group-buys", "砍价与拼团活动页"], "default"],
  4: [["Limited-time discounts", "限时折扣页"], "default"],
  5: [["Spend and save", "满减送页"], "default"],
};

export const placedFilters: Filter[] = [
  { name: "title", label: bundle.title, kind: "text" },
  { name: "position", label: bundle.position, kind: "state", states: places },
  { name: "status", label: bundle.status, kind: "state", states: shownStates },
  { name: "createTime", label: ["Created", "创建时间"], kind: "time" },
];
export const titleField: Field = { name: "title", label: bundle.title, kind: "text", needed: true };
export const placedFields: Field[] = [
  { name: "position", label: bundle.position, kind: "state", states: places, needed: true, initial: 1 },
  { name: "sort", label: bundle.sort, kind: "number", needed: true, min: 0, initial: 0 },
  { name: "status", label: bundle.status, kind: "state", states: shownStates, needed: true, initial: 0 },
  { name: "memo", label: ["Note", "备注"], kind: "longText" },
];

interface Placed {
  id: number;
  title: string;
  position: number;
  status: number;
  updateTime: number;
}

/** Its place, and the switch that shows or hides it. */
export function usePlacedColumns(noun: "article" | "banner") {
  const words = useTexts(bundle);
  const may = useMay();
  const base = `/admin-api/promotion/${noun}/`;
  const show = useAct(
    (sent: { id: number; status: 0 | 1 }) => put(`${base}update-status` as PutPath, sent as never),
    [base],
    words("saved"),
    ({ id, status }) =>
      () =>
        put(`${base}update-status` as PutPath, { id, status: status === 0 ? 1 : 0 } as never),
  );
  return [
    {
      title: words("position"),
      key: "position",
      render: (_: unknown, row: Placed) => <State of={places} value={row.position} />,
    },
    { title: words("sort"), dataIndex: "sort" },
    {
      title: words("status"),
      key: "status",
      render: (_: unknown, row: Placed) =>
        may(`promotion:${noun}:update`) ? (
          <Switch
            aria-label={`${words("status")}: ${row.title}`}
            checked={row.status === 0}
            loading={show.isPending && show.variables.id === row.id}
            onChange={(on) => show.mutate({ id: row.id, status: on ? 0 : 1 })}
          />
        ) : (
          <State of={shownStates} value={row.status} />
        ),
    },
    {
      title: words("updateTime"),
      key: "updateTime",
      render: (_: unknown, row: Placed) => <Moment ms={row.updateTime} />,
    },
  ];
}
