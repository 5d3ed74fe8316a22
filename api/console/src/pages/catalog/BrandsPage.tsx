import { Image } from "antd";
import type { Field } from "../../parts/fields/fields";
import { enabledStates, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Brands", "品牌"],
  name: ["Name", "名称"],
  picture: ["Image", "图片"],
  sort: ["Sort order", "排序"],
  status: ["Status", "状态"],
  createTime: ["Created", "创建时间"],
} as const;

const filters: Filter[] = [
  { name: "name", label: bundle.name, kind: "text" },
  { name: "status", label: bundle.status, kind: "state", states: enabledStates },
];
const fields: Field[] = [
  { name: "name", label: bundle.name, kind: "text", needed: true },
  { name: "picUrl", label: bundle.picture, kind: "picture", needed: true },
  { name: "sort", label: bundle.sort, kind: "number", needed: true, min: 0, initial: 0 },
  { name: "description", label: ["Description", "描述"], kind: "longText" },
  { name: "status", label: bundle.status, kind: "state", states: enabledStates, needed: true, initial: 0 },
];

export default function BrandsPage() {
  const words = useTexts(bundle);
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/product/brand/page"
      recycled="brand"
      permission="product:brand"
      filters={filters}
      fields={fields}
      columns={[
        { title: "ID", dataIndex: "id" },
        {
          title: words("picture"),
          render: (_, row) => (row.picUrl ? <Image src={row.picUrl} width={40} height={40} alt={row.name} /> : "–"),
        },
        { title: words("name"), dataIndex: "name" },
        { title: words("sort"), dataIndex: "sort" },
        { title: words("status"), weight: 80, render: (_, row) => <State of={enabledStates} value={row.status} /> },
        { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
      ]}
    />
  );
}
