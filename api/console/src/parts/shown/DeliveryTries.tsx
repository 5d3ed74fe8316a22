import { Card, Table } from "antd";
import { useTexts } from "../../texts/texts";
import { Moment, span } from "./figures";

const bundle = {
  body: ["Payload", "通知内容"],
  log: ["Attempt history", "通知记录"],
  at: ["Time", "时间"],
  status: ["HTTP status", "HTTP 状态"],
  noAnswer: ["no response", "无响应"],
  ms: ["Duration", "耗时"],
  answer: ["Response", "响应内容"],
} as const;

const pre = { margin: 0, whiteSpace: "pre-wrap", overflowWrap: "anywhere", maxHeight: 240, overflow: "auto" } as const;

interface Delivery {
  body: string;
  logs: readonly { tryNumber: number; status: number | null; ms: number; body: string; createTime: number }[];
}

/** What is sent in a delivery, and each of its tries. */
export function DeliveryTries({ of: { body, logs } }: { of: Delivery }) {
  const words = useTexts(bundle);
  return (
    <>
      <Card title={words("body")} style={{ marginBottom: 16 }}>
        <pre tabIndex={0} style={pre}>
          {body}
        </pre>
      </Card>
      <Card title={words("log")}>
        <Table
          rowKey="tryNumber"
          size="small"
          pagination={false}
          scroll={{ x: "max-content" }}
          dataSource={[...logs]}
          columns={[
            { title: "#", dataIndex: "tryNumber" },
            { title: words("at"), render: (_, row) => <Moment ms={row.createTime} /> },
            { title: words("status"), render: (_, row) => row.status ?? words("noAnswer") },
            { title: words("ms"), align: "right", render: (_, row) => span(row.ms) },
            {
              title: words("answer"),
              render: (_, row) => (
                <pre tabIndex={0} style={{ ...pre, maxWidth: 640 }}>
                  {row.body}
                </pre>
              ),
            },
          ]}
        />
      </Card>
    </>
  );
}
