import { Image, Typography } from "antd";
import { del } from "../../client/client";
import { useAct } from "../../client/queries";
import { bytesText } from "../../parts/shown/bytes";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { Moment } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Files", "文件"],
  picture: ["Preview", "预览"],
  name: ["File name", "文件名"],
  path: ["Path", "路径"],
  type: ["Type", "类型"],
  size: ["Size", "大小"],
  operator: ["Uploaded by", "上传人"],
  createTime: ["Uploaded", "上传时间"],
  actions: ["Actions", "操作"],
  remove: ["Delete", "删除"],
  removeQuestion: [
    "Delete this file permanently? Pages that still use its URL will show nothing.",
    "确定删除？仍引用该地址的页面将无法显示此文件。",
  ],
  removed: ["Deleted", "已删除"],
} as const;
const filters: Filter[] = [
  { name: "path", label: bundle.path, kind: "text" },
  { name: "type", label: bundle.type, kind: "text" },
  { name: "operatorId", label: ["Operator ID", "操作员 ID"], kind: "number" },
  { name: "createTime", label: bundle.createTime, kind: "time" },
];
const base = "/admin-api/infra/file/";

export default function FilesPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const remove = useAct((id: number) => del(`${base}delete`, { id }), [base], words("removed"));
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path={`${base}page`}
        filters={filters}
        columns={[
          { title: "ID", dataIndex: "id" },
          {
            title: words("picture"),
            render: (_, row) =>
              row.type.startsWith("image/") ? <Image src={row.url} width={48} height={48} alt={row.name} /> : "–",
          },
          { title: words("name"), dataIndex: "name", ellipsis: true, width: 220 },
          {
            title: words("path"),
            render: (_, row) => (
              <Typography.Text copyable={{ text: row.url }} code style={{ fontSize: 12 }}>
                {row.path}
              </Typography.Text>
            ),
          },
          { title: words("type"), dataIndex: "type" },
          { title: words("size"), align: "right", render: (_, row) => bytesText(row.size) },
          { title: words("operator"), render: (_, row) => row.operatorName ?? `#${row.operatorId}` },
          { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
          {
            title: words("actions"),
            key: "actions",
            fixed: "right",
            render: (_, row) =>
              may("infra:file:delete") && (
                <ConfirmButton danger question={words("removeQuestion")} onConfirm={() => remove.mutate(row.id)}>
                  {words("remove")}
                </ConfirmButton>
              ),
          },
        ]}
      />
    </>
  );
}
