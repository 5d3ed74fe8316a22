import { Tag } from "antd";
import { put } from "../../client/client";
import { useAct } from "../../client/queries";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { withEmptied, type Field } from "../../parts/fields/fields";
import { enabledStates, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { PermissionsField } from "./PermissionsField";

const bundle = {
  title: ["Roles", "角色"],
  name: ["Name", "名称"],
  code: ["Code", "编码"],
  permissions: ["Permissions", "权限"],
  everything: ["All permissions", "全部权限"],
  builtIn: ["Built-in", "内置"],
  status: ["Status", "状态"],
  remark: ["Note", "备注"],
  createTime: ["Created", "创建时间"],
  enable: ["Enable", "启用"],
  disable: ["Disable", "停用"],
  disableQuestion: [
    "Disable this role? Its operators lose its permissions immediately.",
    "确定停用？拥有该角色的操作员将立即失去相应权限。",
  ],
  changed: ["Done", "已完成"],
} as const;
const filters: Filter[] = [
  { name: "name", label: bundle.name, kind: "text" },
  { name: "code", label: bundle.code, kind: "text" },
  { name: "status", label: bundle.status, kind: "state", states: enabledStates },
  { name: "createTime", label: bundle.createTime, kind: "time" },
];
const fields: Field[] = [
  { name: "name", label: bundle.name, kind: "text", needed: true },
  {
    name: "code",
    label: bundle.code,
    kind: "text",
    needed: true,
    hint: ["Letters, digits and _ : . -", "字母、数字或 _ : . -"],
  },
  { name: "permissions", label: bundle.permissions, kind: "custom", control: <PermissionsField />, needed: true },
  { name: "remark", label: bundle.remark, kind: "longText" },
];
const base = "/admin-api/system/role/";

export default function RolesPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const act = useAct(
    ({ id, status }: { id: number; status: 0 | 1 }) => put(`${base}update-status`, { id, status }),
    [base],
    words("changed"),
  );
  return (
    <NounPage
      title={words("title")}
      path={`${base}page`}
      permission="system:role"
      filters={filters}
      fields={fields}
      width={720}
      can={(_, row) => !row.builtIn}
      body={(sent, row) => (row ? withEmptied(fields, sent, { permissions: [] }) : sent)}
      actions={(row) =>
        may("system:role:update") &&
        !row.builtIn && (
          <ConfirmButton
            question={row.status === 0 ? words("disableQuestion") : undefined}
            onConfirm={() => act.mutate({ id: row.id, status: row.status === 0 ? 1 : 0 })}
          >
            {words(row.status === 0 ? "disable" : "enable")}
          </ConfirmButton>
        )
      }
      columns={[
        { title: "ID", dataIndex: "id" },
        {
          title: words("name"),
          render: (_, row) => (
            <>
              {row.name} {row.builtIn && <Tag color="processing">{words("builtIn")}</Tag>}
            </>
          ),
        },
        { title: words("code"), render: (_, row) => <code>{row.code}</code> },
        {
          title: words("permissions"),
          render: (_, row) => (row.permissions.includes("*") ? words("everything") : row.permissions.length),
        },
        { title: words("status"), weight: 80, render: (_, row) => <State of={enabledStates} value={row.status} /> },
        { title: words("remark"), dataIndex: "remark" },
        { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
      ]}
    />
  );
}
