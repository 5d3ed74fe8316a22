import { Card, Input, Tag } from "antd";
import { useState } from "react";
import { useRead } from "../../client/queries";
import { PageHead } from "../../parts/PageHead";
import { ReadTable } from "../../parts/lists/ReadTable";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Configuration", "运行配置"],
  search: ["Search by name", "按名称搜索"],
  name: ["Name", "名称"],
  value: ["Value", "值"],
  source: ["Source", "来源"],
  env: ["Environment", "环境变量"],
  default: ["Default", "默认值"],
  secret: ["Secret", "密钥"],
  set: ["Set", "已设置"],
  notSet: ["Not set", "未设置"],
} as const;

export default function ConfigPage() {
  const words = useTexts(bundle);
  const [search, setSearch] = useState("");
  const read = useRead("/admin-api/infra/config/list");
  return (
    <>
      <PageHead title={words("title")}>
        <Input.Search
          allowClear
          aria-label={words("search")}
          placeholder={words("search")}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          style={{ width: 260 }}
        />
      </PageHead>
      <Card>
        <ReadTable
          read={read}
          rowKey="name"
          size="small"
          dataSource={(read.data ?? []).filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))}
          pagination={false}
          scroll={{ x: "max-content" }}
          columns={[
            { title: words("name"), render: (_, row) => <code>{row.name}</code> },
            {
              title: words("value"),
              render: (_, row) =>
                row.isSecret ? (
                  <Tag>{words(row.value === "set" ? "set" : "notSet")}</Tag>
                ) : (
                  <span style={{ overflowWrap: "anywhere" }}>{row.value || "–"}</span>
                ),
            },
            {
              title: words("source"),
              render: (_, row) => (
                <>
                  <Tag color={row.source === "env" ? "processing" : "default"}>{words(row.source)}</Tag>
                  {row.isSecret && <Tag color="warning">{words("secret")}</Tag>}
                </>
              ),
            },
          ]}
        />
      </Card>
    </>
  );
}
