import { Tag } from "antd";
import { AreaField } from "../../parts/fields/AreaField";
import type { Field } from "../../parts/fields/fields";
import { Moment } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Return addresses", "退货地址"],
  name: ["Recipient", "收货人"],
  mobile: ["Phone", "电话"],
  address: ["Address", "退货地址"],
  isDefault: ["Default", "默认"],
  defaultHint: ["Used when an operator approves a return without choosing another.", "同意退货且未选择地址时使用。"],
  createTime: ["Created", "创建时间"],
} as const;

const filters: Filter[] = [
  { name: "name", label: bundle.name, kind: "text" },
  { name: "mobile", label: bundle.mobile, kind: "text" },
];
const fields: Field[] = [
  { name: "name", label: bundle.name, kind: "text", needed: true },
  { name: "mobile", label: bundle.mobile, kind: "text", needed: true },
  { name: "areaId", label: ["Area", "所在地区"], kind: "custom", needed: true, control: <AreaField /> },
  { name: "detailAddress", label: ["Street address", "详细地址"], kind: "text", needed: true },
  { name: "defaultStatus", label: bundle.isDefault, kind: "switch", initial: false, hint: bundle.defaultHint },
];

export default function ReturnAddressesPage() {
  const words = useTexts(bundle);
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/trade/return-address/page"
      recycled="return-address"
      permission="trade:return-address"
      filters={filters}
      fields={fields}
      columns={[
        { title: "ID", dataIndex: "id" },
        {
          title: words("name"),
          render: (_, row) => (
            <>
              {row.name} {row.defaultStatus && <Tag color="processing">{words("isDefault")}</Tag>}
            </>
          ),
        },
        { title: words("mobile"), dataIndex: "mobile" },
        {
          title: words("address"),
          render: (_, row) => (
            <div style={{ maxWidth: 360, whiteSpace: "normal" }}>
              {row.areaName} {row.detailAddress}
            </div>
          ),
        },
        { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
      ]}
    />
  );
}
