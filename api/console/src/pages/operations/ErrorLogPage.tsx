import { Button, Drawer, Space, Tag, Typography } from "antd";
import { useState } from "react";
import { put, type RowOf } from "../../client/client";
import { useAct } from "../../client/queries";
import { Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { processStates, requestFilters } from "./request.words";
import { RequestDetail } from "./RequestDetail";

const bundle = {
  title: ["Error log", "错误日志"],
  time: ["Time", "时间"],
  call: ["Request", "请求"],
  error: ["Error", "错误"],
  status: ["Status", "处理状态"],
  actions: ["Actions", "操作"],
  open: ["View", "查看"],
  handled: ["Mark as resolved", "已处理"],
  ignore: ["Ignore", "忽略"],
  saved: ["Saved", "已保存"],
  stack: ["Stack trace", "调用栈"],
} as const;
const filters: Filter[] = [
  { name: "processStatus", label: bundle.status, kind: "state", states: processStates },
  ...requestFilters,
];
const base = "/admin-api/infra/api-error-log/";
type Row = RowOf<"/admin-api/infra/api-error-log/page">;

export default function ErrorLogPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const [opened, setOpened] = useState<Row>();
  const process = useAct(
    async (sent: { id: number; processStatus: 1 | 2 }) => {
      await put(`${base}update-status`, sent);
      setOpened(undefined);
    },
    [base],
    words("saved"),
  );
  const acts = (row: Row) =>
    may("infra:api-error-log:update") &&
    row.processStatus === 0 && (
      <>
        <Button
          size="small"
          type="primary"
          loading={process.isPending && process.variables.id === row.id}
          onClick={() => process.mutate({ id: row.id, processStatus: 1 })}
        >
          {words("handled")}
        </Button>
        <Button
          size="small"
          disabled={process.isPending}
          onClick={() => process.mutate({ id: row.id, processStatus: 2 })}
        >
          {words("ignore")}
        </Button>
      </>
    );
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path={`${base}page`}
        filters={filters}
        columns={[
          { title: words("time"), render: (_, row) => <Moment ms={row.beginTime} /> },
          {
            title: words("call"),
            render: (_, row) => (
              <>
                <Tag>{row.requestMethod}</Tag> <code>{row.requestRoute}</code>
              </>
            ),
          },
          {
            title: words("error"),
            render: (_, row) => (
              <>
                <div>{`${row.status} ${row.exceptionName}`}</div>
                <Typography.Text type="secondary" ellipsis={{ tooltip: row.message }} style={{ width: 340 }}>
                  {row.message}
                </Typography.Text>
              </>
            ),
          },
          {
            title: words("status"),
            weight: 80,
            render: (_, row) => <State of={processStates} value={row.processStatus} />,
          },
          {
            title: words("actions"),
            key: "actions",
            fixed: "right",
            render: (_, row) => (
              <Space>
                <Button size="small" onClick={() => setOpened(row)}>
                  {words("open")}
                </Button>
                {acts(row)}
              </Space>
            ),
          },
        ]}
      />
      <Drawer
        title={opened?.exceptionName}
        open={opened !== undefined}
        onClose={() => setOpened(undefined)}
        size={720}
        extra={<Space>{opened && acts(opened)}</Space>}
      >
        {opened && (
          <>
            <Typography.Paragraph strong>{opened.message}</Typography.Paragraph>
            <RequestDetail row={opened} />
            <h3>{words("stack")}</h3>
            <pre tabIndex={0} style={{ whiteSpace: "pre-wrap", fontSize: 12, opacity: 0.85 }}>
              {opened.stackTrace || "–"}
            </pre>
          </>
        )}
      </Drawer>
    </>
  );
}
