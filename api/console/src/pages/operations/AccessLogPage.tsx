import { Button, Drawer, Tag } from "antd";
import { useState } from "react";
import type { RowOf } from "../../client/client";
import { Moment, span, State } from "../../parts/shown/figures";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { useTexts } from "../../texts/texts";
import { callers, requestFilters } from "./request.words";
import { RequestDetail } from "./RequestDetail";

const bundle = {
  title: ["Access log", "访问日志"],
  time: ["Time", "时间"],
  call: ["Request", "请求"],
  result: ["Result", "结果"],
  took: ["Duration", "耗时"],
  who: ["User", "用户"],
  actions: ["Actions", "操作"],
  open: ["View", "查看"],
} as const;
type Row = RowOf<"/admin-api/infra/api-access-log/page">;

export default function AccessLogPage() {
  const words = useTexts(bundle);
  const [opened, setOpened] = useState<Row>();
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/infra/api-access-log/page"
        filters={requestFilters}
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
            title: words("result"),
            render: (_, row) => (
              <>
                <Tag color={row.status >= 500 ? "error" : row.status >= 400 ? "warning" : "success"}>{row.status}</Tag>{" "}
                {row.resultMsg}
              </>
            ),
          },
          { title: words("took"), align: "right", render: (_, row) => span(row.duration) },
          {
            title: words("who"),
            render: (_, row) => (
              <>
                <State of={callers} value={row.userType} /> {row.userId ?? ""}
              </>
            ),
          },
          { title: "IP", dataIndex: "userIp" },
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
      <Drawer title={opened?.requestRoute} open={opened !== undefined} onClose={() => setOpened(undefined)} size={640}>
        {opened && <RequestDetail row={opened} />}
      </Drawer>
    </>
  );
}
