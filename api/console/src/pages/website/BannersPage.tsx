import { Image, Switch } from "antd";
import { put } from "../../client/client";
import { useAct } from "../../client/queries";
import { withEmptied, type Field } from "../../parts/fields";
import { Moment, State } from "../../parts/figures";
import type { Filter } from "../../parts/filters";
import { NounPage } from "../../parts/NounPage";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { places, shownStates } from "./placed.states";

const bundle = {
  title: ["Banners", "横幅广告"],
  name: ["Title", "标题"],
  picture: ["Picture", "图片"],
  url: ["Leads to", "跳转链接"],
  position: ["Where", "位置"],
  sort: ["Place", "排序"],
  status: ["State", "状态"],
  memo: ["Note", "备注"],
  updateTime: ["Changed", "更新时间"],
  saved: ["Saved", "已保存"],
} as const;
const filters: Filter[] = [
  { name: "title", label: bundle.name, kind: "text" },
  { name: "position", label: bundle.position, kind: "state", states: places },
  { name: "status", label: bundle.status, kind: "state", states: shownStates },
  { name: "createTime", label: ["Made", "创建时间"], kind: "time" },
];
const fields: Field[] = [
  { name: "title", label: bundle.name, kind: "text", needed: true },
  { name: "picUrl", label: bundle.picture, kind: "picture", needed: true },
  {
    name: "url",
    label: bundle.url,
    kind: "text",
    needed: true,
    hint: ["An https:// address, or a path of the shop", "https:// 地址，或商城内路径"],
  },
  { name: "position", label: bundle.position, kind: "state", states: places, needed: true, initial: 1 },
  { name: "sort", label: bundle.sort, kind: "number", needed: true, min: 0, initial: 0 },
  { name: "status", label: bundle.status, kind: "state", states: shownStates, needed: true, initial: 0 },
  { name: "memo", label: bundle.memo, kind: "longText" },
];
const base = "/admin-api/promotion/banner/";

export default function BannersPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const show = useAct(
    (sent: { id: number; status: 0 | 1 }) => put(`${base}update-status`, sent),
    [base],
    words("saved"),
  );
  return (
    <NounPage
      title={words("title")}
      path={`${base}page`}
      permission="promotion:banner"
      filters={filters}
      fields={fields}
      body={(sent, row) => (row ? withEmptied(fields, sent) : sent)}
      columns={[
        { title: "ID", dataIndex: "id" },
        {
          title: words("picture"),
          render: (_, row) => <Image src={row.picUrl} width={96} height={40} style={{ objectFit: "cover" }} alt="" />,
        },
        { title: words("name"), dataIndex: "title" },
        { title: words("url"), dataIndex: "url", ellipsis: true, width: 220 },
        { title: words("position"), render: (_, row) => <State of={places} value={row.position} /> },
        { title: words("sort"), dataIndex: "sort" },
        {
          title: words("status"),
          render: (_, row) =>
            may("promotion:banner:update") ? (
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
        { title: words("updateTime"), render: (_, row) => <Moment ms={row.updateTime} /> },
      ]}
    />
  );
}
