import { Alert, Card, Flex, Select, Skeleton, Typography } from "antd";
import { useId } from "react";
import { useSearchParams } from "react-router";
import { put } from "../../client/client";
import { useRead } from "../../client/queries";
import { ActButton } from "../../parts/acts/ActButton";
import { Moment } from "../../parts/shown/figures";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts } from "../../texts/texts";

const bundle = {
  title: ["Deleted data", "数据回收站"],
  kind: ["Type", "数据类型"],
  noKinds: ["You do not have permission to view any type of deletable data.", "您没有任何可删除数据的查询权限。"],
  name: ["Name", "名称"],
  deletedAt: ["Deleted", "删除时间"],
  deletedBy: ["Deleted by", "删除人"],
  system: ["System", "系统"],
  actions: ["Actions", "操作"],
  restore: ["Restore", "恢复"],
  restoreQuestion: ["Restore {{name}} and everything deleted with it?", "确定恢复「{{name}}」及随其一起删除的数据？"],
  restored: ["Restored", "已恢复"],
} as const;

/** Deleted rows by kind, which can be restored. */
export default function RecyclePage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const may = useMay();
  const label = useId();
  const [search, setSearch] = useSearchParams();
  const { data: kinds, error } = useRead("/admin-api/infra/recycle/kinds");
  const chosen = kinds?.find(({ kind }) => kind === search.get("kind")) ?? kinds?.[0];
  return (
    <>
      <PageHead title={words("title")} />
      {error && <Alert type="error" showIcon title={error.message} />}
      {!kinds && !error && <Skeleton active />}
      {kinds?.length === 0 && <Alert type="info" showIcon title={words("noKinds")} />}
      {kinds && chosen && (
        <>
          <Card style={{ marginBottom: 16 }}>
            <Flex gap={8} align="center">
              <label htmlFor={label}>
                <Typography.Text>{words("kind")}</Typography.Text>
              </label>
              <Select
                id={label}
                showSearch={{ optionFilterProp: "label" }}
                value={chosen.kind}
                onChange={(kind) => setSearch({ kind })}
                options={kinds.map(({ kind, nameEn, nameZh }) => ({ value: kind, label: of([nameEn, nameZh]) }))}
                style={{ width: 260 }}
              />
            </Flex>
          </Card>
          <PageTable
            key={chosen.kind}
            path="/admin-api/infra/recycle/page"
            // The kind is in the address beside these.
            prefix="p."
            fixed={{ kind: chosen.kind }}
            columns={[
              { title: "ID", dataIndex: "id" },
              { title: words("name"), render: (_, row) => row.name || "–" },
              { title: words("deletedAt"), render: (_, row) => <Moment ms={row.deletedAt} /> },
              {
                title: words("deletedBy"),
                render: (_, row) =>
                  row.deletedBy === null ? words("system") : (row.operatorName ?? `#${row.deletedBy}`),
              },
              {
                title: words("actions"),
                key: "actions",
                fixed: "right",
                render: (_, row) =>
                  chosen.restorable &&
                  may("infra:recycle:restore") && (
                    <ActButton
                      question={words("restoreQuestion", { name: row.name || `#${row.id}` })}
                      act={() => put("/admin-api/infra/recycle/restore", { kind: chosen.kind, id: row.id })}
                      // It is back in its own lists, and in those that select from them.
                      changes={["/admin-api/"]}
                      done={words("restored")}
                    >
                      {words("restore")}
                    </ActButton>
                  ),
              },
            ]}
          />
        </>
      )}
    </>
  );
}
