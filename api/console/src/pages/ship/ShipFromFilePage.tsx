import { useQueryClient } from "@tanstack/react-query";
import { InboxOutlined } from "@ant-design/icons";
import { Alert, Button, Card, Flex, Progress, Table, Tag, Upload } from "antd";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { PageHead } from "../../parts/PageHead";
import { useTexts } from "../../texts/texts";
import { readShipments } from "./readShipments";
import { checkRows, shipRows, type ShipRow } from "./shipRows";

const bundle = {
  title: ["Ship from a file", "文件导入发货"],
  back: ["Ship by scan", "扫码发货"],
  drop: ["Choose a CSV file, or drop it here", "选择或拖入 CSV 文件"],
  columns: [
    "Columns: order number, carrier (may be blank: the number tells), tracking number",
    "列：订单号、快递公司（可留空，按单号识别）、快递单号",
  ],
  noColumns: ["This file has no columns of order and tracking numbers.", "文件中没有订单号和快递单号列。"],
  tooMany: ["{{count}} rows; a file may have {{most}}.", "共 {{count}} 行，每个文件最多 {{most}} 行。"],
  line: ["Row", "行"],
  order: ["Order no.", "订单号"],
  receiver: ["Recipient", "收货人"],
  carrier: ["Carrier", "快递公司"],
  number: ["Tracking number", "快递单号"],
  state: ["Result", "结果"],
  ready: ["Ready", "可发货"],
  shipped: ["Shipped", "已发货"],
  ship: ["Ship {{count}} orders", "发货 {{count}} 单"],
  ship_one: ["Ship {{count}} order", "发货 {{count}} 单"],
  stop: ["Stop", "停止"],
  found: ["{{ready}} ready, {{faults}} with a fault", "可发货 {{ready}} 行，有误 {{faults}} 行"],
  done: ["{{shipped}} shipped, {{faults}} not", "已发货 {{shipped}} 行，未发货 {{faults}} 行"],
} as const;

const MOST_ROWS = 2_000;

/** Parcels of a file: first what does not fit, then shipping of what does, with each row's result. */
export function ShipFromFilePage() {
  const words = useTexts(bundle);
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly ShipRow[]>([]);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState<"reading" | "shipping">();
  const stopped = useRef(false);
  const count = (test: (row: ShipRow) => boolean): number => rows.filter(test).length;
  const ready = count((row) => row.fault === null && row.result === undefined);
  const shipped = count(({ result }) => result === "shipped");
  const faults = count((row) => row.fault !== null);

  const read = async (file: Blob): Promise<void> => {
    setBusy("reading");
    setRows([]);
    setFault(undefined);
    try {
      const listed = await readShipments(file);
      if (!listed || listed.length === 0) setFault(words("noColumns"));
      else if (listed.length > MOST_ROWS) setFault(words("tooMany", { count: listed.length, most: MOST_ROWS }));
      else setRows(await checkRows(listed));
    } catch (error) {
      setFault((error as Error).message);
    }
    setBusy(undefined);
  };
  const ship = async (): Promise<void> => {
    setBusy("shipping");
    stopped.current = false;
    await shipRows(rows, {
      isStopped: () => stopped.current,
      onEnd: (ended) => setRows((before) => before.map((row) => (row.line === ended.line ? ended : row))),
    });
    setBusy(undefined);
    await client.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/admin-api/trade/order/"),
    });
  };

  return (
    <>
      <PageHead title={words("title")} back={{ to: "/ship", label: words("back") }} />
      <Flex vertical gap={12}>
        <Upload.Dragger
          accept=".csv,.txt,text/csv"
          showUploadList={false}
          disabled={busy !== undefined}
          beforeUpload={(file) => {
            void read(file);
            return false;
          }}
        >
          <p style={{ margin: 0 }}>
            <InboxOutlined aria-hidden /> {words("drop")}
          </p>
          <p style={{ margin: "4px 0 0", opacity: 0.75 }}>{words("columns")}</p>
        </Upload.Dragger>
        {fault && <Alert type="error" showIcon title={fault} />}
        {rows.length > 0 && (
          <Card
            size="small"
            title={
              <span role="status">
                {shipped > 0 ? words("done", { shipped, faults }) : words("found", { ready, faults })}
              </span>
            }
            extra={
              busy === "shipping" ? (
                <Button onClick={() => (stopped.current = true)}>{words("stop")}</Button>
              ) : (
                <Button type="primary" disabled={ready === 0} onClick={() => void ship()}>
                  {words("ship", { count: ready })}
                </Button>
              )
            }
          >
            {busy === "shipping" && (
              <Progress
                percent={Math.round((100 * shipped) / Math.max(1, shipped + ready))}
                aria-label={words("state")}
              />
            )}
            <Table
              size="small"
              rowKey="line"
              dataSource={[...rows]}
              pagination={rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
              scroll={{ x: "max-content" }}
              columns={[
                { title: words("line"), dataIndex: "line", align: "right" },
                {
                  title: words("order"),
                  render: (_, { orderId, no }) =>
                    orderId === null ? (
                      no || "–"
                    ) : (
                      <Link to={`/orders/${orderId}`} className="numbers">
                        {no}
                      </Link>
                    ),
                },
                { title: words("receiver"), dataIndex: "receiverName" },
                { title: words("carrier"), dataIndex: "logisticsName" },
                {
                  title: words("number"),
                  render: (_, { logisticsNo }) => <span className="numbers">{logisticsNo}</span>,
                },
                {
                  title: words("state"),
                  render: (_, row) =>
                    row.fault ? (
                      <span style={{ whiteSpace: "normal" }}>
                        <Tag color="error">✗</Tag> {row.fault.msg}
                      </span>
                    ) : row.result === "shipped" ? (
                      <Tag color="success">{words("shipped")}</Tag>
                    ) : (
                      <Tag color="processing">{words("ready")}</Tag>
                    ),
                },
              ]}
            />
          </Card>
        )}
      </Flex>
    </>
  );
}
