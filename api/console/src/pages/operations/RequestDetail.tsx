import { Descriptions, Typography } from "antd";
import type { RowOf } from "../../client/client";
import { Moment, span, State } from "../../parts/shown/figures";
import { JsonView } from "../../parts/shown/JsonView";
import { useTexts } from "../../texts/texts";
import { callers } from "./request.words";

const bundle = {
  request: ["Request ID", "请求 ID"],
  call: ["Request", "请求"],
  result: ["Result", "结果"],
  who: ["User", "用户"],
  browser: ["Browser", "浏览器"],
  time: ["Time", "时间"],
  took: ["Duration", "耗时"],
  parameters: ["Parameters", "请求参数"],
} as const;

/** A logged call of the API. */
export function RequestDetail({ row }: { row: RowOf<"/admin-api/infra/api-access-log/page"> }) {
  const words = useTexts(bundle);
  return (
    <>
      <Descriptions
        column={1}
        size="small"
        items={[
          {
            key: "request",
            label: words("request"),
            children: <Typography.Text copyable>{row.traceId}</Typography.Text>,
          },
          { key: "call", label: words("call"), children: <code>{`${row.requestMethod} ${row.requestUrl}`}</code> },
          { key: "result", label: words("result"), children: `${row.status}, ${row.resultCode} ${row.resultMsg}` },
          {
            key: "who",
            label: words("who"),
            children: (
              <>
                <State of={callers} value={row.userType} /> {row.userId ?? ""} {row.userIp}
              </>
            ),
          },
          { key: "browser", label: words("browser"), children: row.userAgent || "–" },
          { key: "time", label: words("time"), children: <Moment ms={row.beginTime} /> },
          { key: "took", label: words("took"), children: span(row.duration) },
        ]}
      />
      <h3>{words("parameters")}</h3>
      <JsonView value={row.requestParams} />
    </>
  );
}
