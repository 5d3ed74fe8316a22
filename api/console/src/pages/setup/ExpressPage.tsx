import { Image } from "antd";
import type { Field } from "../../parts/fields/fields";
import { enabledStates, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Carriers", "快递公司"],
  code: ["Code", "公司编码"],
  name: ["Name", "公司名称"],
  logo: ["Logo", "公司 Logo"],
  sort: ["Sort order", "排序"],
  status: ["Status", "状态"],
  createTime: ["Created", "创建时间"],
} as const;

const filters: Filter[] = [
  { name: "name", label: bundle.name, kind: "text" },
  { name: "code", label: bundle.code, kind: "text" },
  { name: "status", label: bundle.status, kind: "state", states: enabledStates },
];
const fields: Field[] = [
  { name: "name", label: bundle.name, kind: "text", needed: true },
  {
    name: "code",
    label: bundle.code,
    kind: "text",
    needed: true,
    hint: ["As in the tracking service, for example shunfeng or jd", "与物流查询服务一致，例如 shunfeng、jd"],
  },
  { name: "logo", label: bundle.logo, kind: "picture" },
  { name: "sort", label: bundle.sort, kind: "number", needed: true, min: 0, initial: 0 },
  { name: "status", label: bundle.status, kind: "state", states: enabledStates, needed: true, initial: 0 },
];

export default function ExpressPage() {
  const words = useTexts(bundle);
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/trade/delivery/express/page"
      recycled="delivery-express"
      permission="trade:delivery-express"
      filters={filters}
      fields={fields}
      columns={[
        { title: "ID", dataIndex: "id" },
        { title: words("name"), dataIndex: "name" },
        { title: words("code"), dataIndex: "code" },
        {
          title: words("logo"),
          render: (_, row) => (row.logo ? <Image src={row.logo} width={36} height={36} alt={row.name} /> : "–"),
        },
        { title: words("sort"), dataIndex: "sort", align: "right" },
        { title: words("status"), weight: 80, render: (_, row) => <State of={enabledStates} value={row.status} /> },
        { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
      ]}
    />
  );
}
