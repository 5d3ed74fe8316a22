import { PlusOutlined } from "@ant-design/icons";
import { Button, Space } from "antd";
import { useState, type ReactNode } from "react";
import {
  del,
  get,
  post,
  put,
  type DeletePath,
  type GetPath,
  type PagePath,
  type PostPath,
  type PutPath,
  type RowOf,
} from "../client/client";
import { useAct } from "../client/queries";
import { versionIn } from "../client/versions";
import { useMay } from "../shell/operator";
import { useTexts } from "../texts/texts";
import { ConfirmButton } from "./acts/ConfirmButton";
import { useConfirmed } from "./acts/confirmed";
import type { Field } from "./fields/fields";
import type { ListColumns } from "./lists/columns";
import type { Filter } from "./lists/filters";
import { FormDrawer, type FieldsOf } from "./acts/FormDrawer";
import { PageHead } from "./PageHead";
import { PageTable } from "./lists/PageTable";

const bundle = {
  create: ["New", "新建"],
  change: ["Edit", "编辑"],
  remove: ["Delete", "删除"],
  removeQuestion: ["Delete this permanently?", "确定删除？"],
  recycleQuestion: ["Delete this? It can be restored from the deleted data.", "确定删除？删除后可在数据回收站恢复。"],
  actions: ["Actions", "操作"],
  saved: ["Saved", "已保存"],
  removed: ["Deleted", "已删除"],
} as const;

interface Props<P extends PagePath> {
  title: string;
  /** The noun's page endpoint; `create`, `update`, `delete` and `get` are beside it. */
  path: P;
  /** "product:brand": the prefix of its permissions. */
  permission: string;
  /** The single permission of all writes, where there are no separate ones. */
  writes?: string;
  columns: ListColumns<RowOf<P>>;
  fields: FieldsOf;
  filters?: readonly Filter[];
  rowKey?: string;
  /** Its kind among the deleted data, from which it can be restored. */
  recycled?: string;
  /** Actions that this noun does not have. */
  without?: readonly ("create" | "update" | "delete")[];
  /** Which rows may be changed or deleted; default: all. */
  can?: (verb: "update" | "delete", row: RowOf<P>) => boolean;
  /** Converts the form's values to the request body. */
  body?: (fields: Record<string, unknown>, row: RowOf<P> | undefined) => Record<string, unknown>;
  /** Converts the object to the form's initial values. */
  begin?: (row: Record<string, unknown>) => Record<string, unknown>;
  /** Further actions on a row. */
  actions?: (row: RowOf<P>) => ReactNode;
  tools?: ReactNode;
  exports?: { path: string; permission: string; name: string };
  width?: number;
}

/** The page of a plain noun: a table, a form to create and update, and delete. */
export function NounPage<P extends PagePath>({
  title,
  path,
  permission,
  writes,
  columns,
  fields,
  filters,
  rowKey = "id",
  recycled,
  without = [],
  can: rowCan = () => true,
  body,
  begin,
  actions,
  tools,
  exports,
  width,
}: Props<P>) {
  const words = useTexts(bundle);
  const may = useMay();
  const base = path.replace(/\/page$/, "");
  const [editing, setEditing] = useState<{ row?: RowOf<P>; begins?: Record<string, unknown>; version?: object }>();
  const idOf = (row: RowOf<P>) => (row as Record<string, unknown>)[rowKey];
  const confirmed = useConfirmed();
  const save = useAct(
    async (values: Record<string, unknown>) => {
      const row = editing?.row;
      await confirmed<unknown>((more) => {
        const sent = { ...(body ? body(values, row) : values), ...more };
        return row === undefined
          ? post(`${base}/create` as PostPath, sent as never)
          : put(`${base}/update` as PutPath, { ...sent, ...editing?.version, [rowKey]: idOf(row) } as never);
      });
      setEditing(undefined);
    },
    [`${base}/`],
    words("saved"),
  );
  const remove = useAct(
    (id: unknown) => del(`${base}/delete` as DeletePath, { id } as never),
    [`${base}/`],
    words("removed"),
    (id) =>
      recycled !== undefined && can("create") && may("infra:recycle:restore")
        ? () => put("/admin-api/infra/recycle/restore", { kind: recycled, id: Number(id) })
        : undefined,
  );
  // The row of the table may be older than what somebody else has just saved.
  const change = useAct(async (row: RowOf<P>) => {
    const whole = (await get(`${base}/get` as GetPath, { id: idOf(row) } as never)) as Record<string, unknown>;
    setEditing({ row, begins: begin ? begin(whole) : whole, version: versionIn(whole) });
  }, []);
  const can = (verb: "create" | "update" | "delete") =>
    !without.includes(verb) && may(writes ?? `${permission}:${verb}`);
  const fits = (field: Field) => !field.only || field.only === (editing?.row === undefined ? "create" : "update");
  const shown: FieldsOf =
    typeof fields === "function" ? (entered) => fields(entered).filter(fits) : fields.filter(fits);
  return (
    <>
      <PageHead title={title}>
        {tools}
        {can("create") && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEditing({})}>
            {words("create")}
          </Button>
        )}
      </PageHead>
      <PageTable
        path={path}
        rowKey={rowKey}
        {...(filters ? { filters } : {})}
        {...(exports ? { exports } : {})}
        columns={[
          ...columns,
          {
            title: words("actions"),
            key: "actions",
            fixed: "right",
            render: (_, row) => (
              <Space>
                {actions?.(row)}
                {can("update") && rowCan("update", row) && (
                  <Button size="small" onClick={() => change.mutate(row)}>
                    {words("change")}
                  </Button>
                )}
                {can("delete") && rowCan("delete", row) && (
                  <ConfirmButton
                    danger
                    question={words(recycled === undefined ? "removeQuestion" : "recycleQuestion")}
                    onConfirm={() => remove.mutate(idOf(row))}
                  >
                    {words("remove")}
                  </ConfirmButton>
                )}
              </Space>
            ),
          },
        ]}
      />
      <FormDrawer
        title={`${editing?.row === undefined ? words("create") : words("change")}: ${title}`}
        open={editing !== undefined}
        fields={shown}
        row={editing?.begins}
        busy={save.isPending}
        onSave={(values) => save.mutate(values)}
        onClose={() => setEditing(undefined)}
        {...(width ? { width } : {})}
      />
    </>
  );
}
