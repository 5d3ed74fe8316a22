import { Button, Descriptions, Drawer, Tag } from "antd";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { RowOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { useLanguage, useTexts } from "../../texts/texts";
import { modules } from "../operators/modules";
import { operateTypes } from "./audit.states";
import { DifferenceTable } from "./DifferenceTable";

const bundle = {
  title: ["Audit log", "操作日志"],
  who: ["Actor", "操作人"],
  operator: ["Operator", "操作员"],
  member: ["Member", "会员"],
  system: ["System", "系统"],
  module: ["Module", "模块"],
  action: ["Action", "操作"],
  type: ["Type", "操作类型"],
  bizId: ["Object", "对象"],
  time: ["Time", "时间"],
  actions: ["Details", "详情"],
  open: ["View changes", "查看变更"],
  sealed: ["Sealed, no. {{seq}} in the chain", "已固化，链上序号 {{seq}}"],
  unsealed: ["Not sealed yet", "尚未固化"],
  browser: ["Browser", "浏览器"],
  request: ["Request ID", "请求 ID"],
  seal: ["Seal", "防篡改"],
} as const;
type Row = RowOf<"/admin-api/system/operate-log/page">;

/** The filter offers modules that the log has; with one selected, its actions. */
function useFilters(): Filter[] {
  const [search] = useSearchParams();
  const module = search.get("module");
  const known = useRead("/admin-api/system/operate-log/actions").data ?? [];
  const names = known.length > 0 ? known.map((one) => one.module) : Object.keys(modules);
  const actions = known.filter((one) => !module || one.module === module).flatMap((one) => one.actions);
  return [
    {
      name: "module",
      label: bundle.module,
      kind: "select",
      options: names.map((value) => ({ value, label: modules[value] ?? [value, value] })),
    },
    {
      name: "action",
      label: bundle.action,
      kind: "select",
      options: [...new Set(actions)].sort().map((value) => ({ value, label: [value, value] })),
    },
    { name: "operatorId", label: ["Operator ID", "操作员 ID"], kind: "number" },
    { name: "memberId", label: ["Member ID", "会员 ID"], kind: "number" },
    { name: "operateType", label: bundle.type, kind: "state", states: operateTypes },
    { name: "bizId", label: ["Object ID", "对象 ID"], kind: "text" },
    { name: "createTime", label: bundle.time, kind: "time" },
  ];
}

export default function OperationsPage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const filters = useFilters();
  const [opened, setOpened] = useState<Row>();
  const who = (row: Row) => {
    if (row.operatorId !== null)
      return (
        <>
          <Tag color="processing">{words("operator")}</Tag> {row.operatorName ?? `#${row.operatorId}`}
        </>
      );
    return row.memberId === null ? (
      <Tag>{words("system")}</Tag>
    ) : (
      <>
        <Tag>{words("member")}</Tag>{" "}
        <Link to={`/members/${row.memberId}`}>{row.user?.nickname || `#${row.memberId}`}</Link>
      </>
    );
  };
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/system/operate-log/page"
        filters={filters}
        exports={{
          path: "/admin-api/system/operate-log/export",
          permission: "system:operate-log:export",
          name: "operate-log.csv",
        }}
        columns={[
          { title: "ID", dataIndex: "id" },
          { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
          { title: words("who"), render: (_, row) => who(row) },
          { title: words("module"), render: (_, row) => of(modules[row.module] ?? [row.module, row.module]) },
          { title: words("action"), dataIndex: "action" },
          { title: words("type"), render: (_, row) => <State of={operateTypes} value={row.operateType} /> },
          { title: words("bizId"), dataIndex: "bizId", ellipsis: true, width: 180 },
          { title: "IP", dataIndex: "ip" },
          {
            title: words("actions"),
            key: "actions",
            fixed: "right",
            render: (_, row) => (
              <Button size="small" onClick={() => setOpened(row)}>
                {words("open")}
              </Button>
            ),
          },
        ]}
      />
      <Drawer
        title={opened && `${opened.module} · ${opened.action} · ${opened.bizId}`}
        open={opened !== undefined}
        onClose={() => setOpened(undefined)}
        size={820}
      >
        {opened && (
          <>
            <Descriptions
              column={{ xs: 1, md: 2 }}
              size="small"
              style={{ marginBottom: 16 }}
              items={[
                { key: "who", label: words("who"), children: who(opened) },
                { key: "time", label: words("time"), children: <Moment ms={opened.createTime} /> },
                { key: "ip", label: "IP", children: opened.ip || "–" },
                { key: "request", label: words("request"), children: opened.requestId || "–" },
                { key: "browser", label: words("browser"), children: opened.userAgent || "–" },
                {
                  key: "seal",
                  label: words("seal"),
                  children: opened.seq === null ? words("unsealed") : words("sealed", { seq: opened.seq }),
                },
              ]}
            />
            <DifferenceTable before={opened.before} after={opened.after} />
          </>
        )}
      </Drawer>
    </>
  );
}
