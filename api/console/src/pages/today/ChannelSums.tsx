import { Card, Table } from "antd";
import { useRead } from "../../client/queries";
import { Money } from "../../parts/shown/figures";
import { ReadTable } from "../../parts/lists/ReadTable";
import { useTexts } from "../../texts/texts";
import { Channel } from "../pay/channels";

const bundle = {
  title: ["Payments, last 30 days", "近 30 天收款"],
  channel: ["Channel", "支付渠道"],
  count: ["Payments", "笔数"],
  collected: ["Collected", "收款金额"],
  fee: ["Fee", "手续费"],
  refunded: ["Refunded", "退款金额"],
  sum: ["Total", "合计"],
} as const;

/** Payments and refunds of each channel, including the parts paid by wallets. */
export function ChannelSums() {
  const words = useTexts(bundle);
  const read = useRead("/admin-api/statistics/pay/summary");
  const sum = read.data?.value;
  return (
    <Card title={words("title")} style={{ marginBottom: 16 }}>
      <ReadTable
        read={read}
        rowKey="channelCode"
        size="small"
        pagination={false}
        scroll={{ x: "max-content" }}
        dataSource={sum?.channels ?? []}
        columns={[
          { title: words("channel"), render: (_, row) => <Channel code={row.channelCode} /> },
          { title: words("count"), align: "right", dataIndex: "orderCount" },
          {
            title: words("collected"),
            align: "right",
            render: (_, row) => <Money fen={row.orderPrice + row.walletPrice} />,
          },
          { title: words("fee"), align: "right", render: (_, row) => <Money fen={row.channelFeePrice} /> },
          {
            title: words("refunded"),
            align: "right",
            render: (_, row) => <Money fen={row.refundPrice + row.walletRefundPrice} />,
          },
        ]}
        summary={() =>
          sum && (
            <Table.Summary.Row>
              <Table.Summary.Cell index={0}>
                <strong>{words("sum")}</strong>
              </Table.Summary.Cell>
              <Table.Summary.Cell index={1} align="right">
                {sum.orderCount}
              </Table.Summary.Cell>
              <Table.Summary.Cell index={2} align="right">
                <Money fen={sum.orderPrice + sum.walletPrice} />
              </Table.Summary.Cell>
              <Table.Summary.Cell index={3} align="right">
                <Money fen={sum.channelFeePrice} />
              </Table.Summary.Cell>
              <Table.Summary.Cell index={4} align="right">
                <Money fen={sum.refundPrice + sum.walletRefundPrice} />
              </Table.Summary.Cell>
            </Table.Summary.Row>
          )
        }
      />
    </Card>
  );
}
