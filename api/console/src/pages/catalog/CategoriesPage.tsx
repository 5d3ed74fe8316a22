import { PlusOutlined } from "@ant-design/icons";
import { Button, Card, Image, Space, Typography } from "antd";
import { useState } from "react";
import { del, post, put } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { withEmptied, type Field } from "../../parts/fields/fields";
import { enabledStates, Moment, State } from "../../parts/shown/figures";
import { FormDrawer } from "../../parts/acts/FormDrawer";
import { PageHead } from "../../parts/PageHead";
import { ReadTable } from "../../parts/lists/ReadTable";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { treeOf, type Branch } from "./categories";

const bundle = {
  title: ["Categories", "商品分类"],
  lead: ["Two levels; products belong to the second.", "分类共两级，商品归入二级分类。"],
  create: ["New category", "新建分类"],
  below: ["New subcategory", "新建下级"],
  change: ["Edit", "编辑"],
  remove: ["Delete", "删除"],
  removeQuestion: ["Delete {{name}} permanently?", "确定删除「{{name}}」？"],
  name: ["Name", "名称"],
  parent: ["Parent", "上级分类"],
  top: ["None (top level)", "无（一级分类）"],
  picture: ["Image", "图片"],
  sort: ["Sort order", "排序"],
  status: ["Status", "状态"],
  createTime: ["Created", "创建时间"],
  actions: ["Actions", "操作"],
  saved: ["Saved", "已保存"],
  removed: ["Deleted", "已删除"],
} as const;

const NOUN = "/admin-api/product/category/";

export default function CategoriesPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const list = useRead("/admin-api/product/category/list");
  const [editing, setEditing] = useState<Partial<Branch>>();
  const tree = treeOf(list.data ?? []);
  const [closed, setClosed] = useState<readonly number[]>([]);
  const fields: Field[] = [
    {
      name: "parentId",
      label: bundle.parent,
      kind: "select",
      needed: true,
      options: [
        { value: 0, label: bundle.top },
        ...tree.filter(({ id }) => id !== editing?.id).map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    { name: "name", label: bundle.name, kind: "text", needed: true },
    { name: "picUrl", label: bundle.picture, kind: "picture" },
    { name: "sort", label: bundle.sort, kind: "number", min: 0, initial: 0 },
    { name: "description", label: ["Description", "描述"], kind: "longText" },
    { name: "status", label: bundle.status, kind: "state", states: enabledStates, needed: true, initial: 0 },
  ];
  const save = useAct(
    async (body: Record<string, unknown>) => {
      if (editing?.id === undefined) await post(`${NOUN}create`, body as never);
      else await put(`${NOUN}update`, { ...withEmptied(fields, body), id: editing.id } as never);
      setEditing(undefined);
    },
    [NOUN],
    words("saved"),
  );
  const remove = useAct((id: number) => del(`${NOUN}delete`, { id }), [NOUN], words("removed"));
  return (
    <>
      <PageHead title={words("title")}>
        {may("product:category:create") && (
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => setEditing({ parentId: 0, sort: 0, status: 0 })}
          >
            {words("create")}
          </Button>
        )}
      </PageHead>
      <Card>
        <Typography.Paragraph type="secondary">{words("lead")}</Typography.Paragraph>
        <ReadTable<Branch>
          read={list}
          rowKey="id"
          size="middle"
          dataSource={tree}
          pagination={false}
          scroll={{ x: "max-content" }}
          expandable={{
            expandedRowKeys: tree.map(({ id }) => id).filter((id) => !closed.includes(id)),
            onExpand: (open, { id }) => setClosed(open ? closed.filter((one) => one !== id) : [...closed, id]),
          }}
          columns={[
            { title: words("name"), dataIndex: "name" },
            {
              title: words("picture"),
              render: (_, row) => row.picUrl && <Image src={row.picUrl} width={36} height={36} alt={row.name} />,
            },
            { title: words("sort"), dataIndex: "sort", align: "right" },
            { title: words("status"), render: (_, row) => <State of={enabledStates} value={row.status} /> },
            { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
            {
              title: words("actions"),
              key: "actions",
              render: (_, row) => (
                <Space>
                  {may("product:category:update") && (
                    <Button size="small" onClick={() => setEditing(row)}>
                      {words("change")}
                    </Button>
                  )}
                  {row.parentId === 0 && may("product:category:create") && (
                    <Button size="small" onClick={() => setEditing({ parentId: row.id, sort: 0, status: 0 })}>
                      {words("below")}
                    </Button>
                  )}
                  {!row.children && may("product:category:delete") && (
                    <ConfirmButton
                      danger
                      question={words("removeQuestion", { name: row.name })}
                      onConfirm={() => remove.mutate(row.id)}
                    >
                      {words("remove")}
                    </ConfirmButton>
                  )}
                </Space>
              ),
            },
          ]}
        />
      </Card>
      <FormDrawer
        title={words(editing?.id === undefined ? "create" : "change")}
        open={editing !== undefined}
        fields={fields}
        {...(editing ? { row: editing as Record<string, unknown> } : {})}
        busy={save.isPending}
        onSave={(body) => save.mutate(body)}
        onClose={() => setEditing(undefined)}
      />
    </>
  );
}
