import { Button, Drawer, Space } from "antd";
import { useState } from "react";
import { del, post, put } from "../../client/client";
import { ActButton } from "../../parts/acts/ActButton";
import { ActDialog } from "../../parts/acts/ActDialog";
import { withEmptied, type Field } from "../../parts/fields/fields";
import { Moment } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { PageTable } from "../../parts/lists/PageTable";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Properties", "商品规格"],
  values: ["Values", "规格值"],
  valuesOf: ["Values of {{name}}", "{{name}} 的规格值"],
  newValue: ["New value", "新建规格值"],
  change: ["Edit", "编辑"],
  remove: ["Delete", "删除"],
  removeQuestion: ["Delete the value {{name}} permanently?", "确定删除规格值「{{name}}」？"],
  name: ["Name", "名称"],
  remark: ["Note", "备注"],
  createTime: ["Created", "创建时间"],
  actions: ["Actions", "操作"],
  saved: ["Saved", "已保存"],
  removed: ["Deleted", "已删除"],
} as const;

const VALUE = "/admin-api/product/property/value/";
const filters: Filter[] = [{ name: "name", label: bundle.name, kind: "text" }];
const fields: Field[] = [
  { name: "name", label: bundle.name, kind: "text", needed: true },
  { name: "remark", label: bundle.remark, kind: "longText" },
];
interface Property {
  id: number;
  name: string;
}

export default function PropertiesPage() {
  const words = useTexts(bundle);
  const [opened, setOpened] = useState<Property>();
  return (
    <>
      <NounPage
        title={words("title")}
        path="/admin-api/product/property/page"
        recycled="property"
        permission="product:property"
        filters={filters}
        fields={fields}
        body={(sent, row) => (row ? withEmptied(fields, sent) : sent)}
        actions={(row) => (
          <Button size="small" onClick={() => setOpened(row)}>
            {words("values")}
          </Button>
        )}
        columns={[
          { title: "ID", dataIndex: "id" },
          { title: words("name"), dataIndex: "name" },
          { title: words("remark"), dataIndex: "remark" },
          { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
        ]}
      />
      <Drawer
        open={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={opened && words("valuesOf", { name: opened.name })}
        size={720}
        destroyOnHidden
      >
        {opened && <Values property={opened} />}
      </Drawer>
    </>
  );
}

function Values({ property }: { property: Property }) {
  const words = useTexts(bundle);
  const may = useMay();
  return (
    <PageTable
      path={`${VALUE}page`}
      prefix="value."
      fixed={{ propertyId: property.id }}
      filters={filters}
      tools={
        may("product:property:create") && (
          <ActDialog<{ name: string }>
            type="primary"
            label={words("newValue")}
            fields={fields}
            act={(body) => post(`${VALUE}create`, { ...body, propertyId: property.id })}
            changes={[VALUE]}
            done={words("saved")}
          />
        )
      }
      columns={[
        { title: words("name"), dataIndex: "name" },
        { title: words("remark"), dataIndex: "remark" },
        { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
        {
          title: words("actions"),
          key: "actions",
          render: (_, row) => (
            <Space>
              {may("product:property:update") && (
                <ActDialog<{ name: string }>
                  size="small"
                  label={words("change")}
                  fields={fields}
                  row={row}
                  act={(body) => put(`${VALUE}update`, { ...(withEmptied(fields, body) as typeof body), id: row.id })}
                  changes={[VALUE]}
                  done={words("saved")}
                />
              )}
              {may("product:property:delete") && (
                <ActButton
                  danger
                  question={words("removeQuestion", { name: row.name })}
                  act={() => del(`${VALUE}delete`, { id: row.id })}
                  changes={[VALUE]}
                  done={words("removed")}
                >
                  {words("remove")}
                </ActButton>
              )}
            </Space>
          ),
        },
      ]}
    />
  );
}
