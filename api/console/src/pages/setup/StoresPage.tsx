import { Image } from "antd";
import { post } from "../../client/client";
import { useRead } from "../../client/queries";
import { ActDialog } from "../../parts/acts/ActDialog";
import { AreaField } from "../../parts/fields/AreaField";
import { withEmptied, type Field } from "../../parts/fields/fields";
import { enabledStates, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { useMay } from "../../shell/operator";
import { useTexts, type Pair } from "../../texts/texts";

const bundle = {
  title: ["Pick-up stores", "自提门店"],
  name: ["Name", "门店名称"],
  phone: ["Phone", "门店电话"],
  address: ["Address", "门店地址"],
  hours: ["Opening hours", "营业时间"],
  logo: ["Logo", "门店图片"],
  status: ["Status", "状态"],
  createTime: ["Created", "创建时间"],
  bind: ["Staff", "核销员"],
  bindHeading: ["Pick-up staff of {{name}}", "{{name}} 的核销员"],
  operators: ["Operators", "操作员"],
  bindHint: ["Only the selected operators can confirm pick-ups there.", "仅所选操作员可在该门店核销。"],
  saved: ["Saved", "已保存"],
} as const;

const CLOCK: Pair = ["Enter a time like 09:30", "请输入时间，例如 09:30"];
const clock = (value: unknown): Pair | undefined =>
  typeof value === "string" && !/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value) ? CLOCK : undefined;
const filters: Filter[] = [
  { name: "name", label: bundle.name, kind: "text" },
  { name: "phone", label: bundle.phone, kind: "text" },
  { name: "status", label: bundle.status, kind: "state", states: enabledStates },
  { name: "createTime", label: bundle.createTime, kind: "time" },
];
const fields: Field[] = [
  { name: "name", label: bundle.name, kind: "text", needed: true },
  { name: "phone", label: bundle.phone, kind: "text", needed: true },
  { name: "areaId", label: ["Area", "所在地区"], kind: "custom", needed: true, control: <AreaField /> },
  { name: "detailAddress", label: ["Street address", "详细地址"], kind: "text", needed: true },
  { name: "openingTime", label: ["Opens", "开始营业"], kind: "text", needed: true, initial: "09:00", check: clock },
  { name: "closingTime", label: ["Closes", "结束营业"], kind: "text", needed: true, initial: "21:00", check: clock },
  { name: "latitude", label: ["Latitude", "纬度"], kind: "number", needed: true, min: -90, max: 90 },
  { name: "longitude", label: ["Longitude", "经度"], kind: "number", needed: true, min: -180, max: 180 },
  { name: "logo", label: bundle.logo, kind: "picture" },
  { name: "introduction", label: ["Description", "门店简介"], kind: "longText" },
  { name: "status", label: bundle.status, kind: "state", states: enabledStates, needed: true, initial: 0 },
];

export default function StoresPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const operators = useRead("/admin-api/system/user/page", { pageSize: 100 }, { enabled: may("system:user:query") });
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/trade/delivery/pick-up-store/page"
      recycled="delivery-pick-up-store"
      permission="trade:delivery-pick-up-store"
      filters={filters}
      fields={fields}
      body={(sent) => withEmptied(fields, sent)}
      actions={(row) =>
        may("trade:delivery-pick-up-store:update") && (
          <ActDialog<{ verifyUserIds?: number[] }>
            size="small"
            label={words("bind")}
            heading={words("bindHeading", { name: row.name })}
            fields={[
              {
                name: "verifyUserIds",
                label: bundle.operators,
                kind: "select",
                multiple: true,
                hint: bundle.bindHint,
                options: (operators.data?.list ?? []).map(({ id, username, nickname }) => ({
                  value: id,
                  label: nickname && nickname !== username ? `${nickname} (${username})` : username,
                })),
              },
            ]}
            row={row}
            act={({ verifyUserIds = [] }) =>
              post("/admin-api/trade/delivery/pick-up-store/bind", { id: row.id, verifyUserIds })
            }
            changes={["/admin-api/trade/delivery/pick-up-store/"]}
            done={words("saved")}
          />
        )
      }
      columns={[
        { title: "ID", dataIndex: "id" },
        {
          title: words("logo"),
          render: (_, row) => (row.logo ? <Image src={row.logo} width={36} height={36} alt={row.name} /> : "–"),
        },
        { title: words("name"), dataIndex: "name" },
        { title: words("phone"), dataIndex: "phone" },
        {
          title: words("address"),
          render: (_, row) => (
            <div style={{ maxWidth: 280, whiteSpace: "normal" }}>
              {row.areaName} {row.detailAddress}
            </div>
          ),
        },
        { title: words("hours"), render: (_, row) => `${row.openingTime} – ${row.closingTime}` },
        { title: words("status"), weight: 80, render: (_, row) => <State of={enabledStates} value={row.status} /> },
        { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
      ]}
    />
  );
}
