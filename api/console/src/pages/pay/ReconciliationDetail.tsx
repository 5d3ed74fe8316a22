import { Alert, Card, Select, Skeleton, Space } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import type { DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { Facts } from "../../parts/shown/Facts";
import { Money, Moment, State, useStateOptions } from "../../parts/shown/figures";
import { PageHead } from "../../parts/PageHead";
import { ReadTable } from "../../parts/lists/ReadTable";
import { useLanguage, useTexts } from "../../texts/texts";
import {
  anomalyStates,
  differenceEnds,
  differenceKinds,
  differenceStates,
  providers,
  reconciliationStates,
} from "./pay.states";

const bundle = {
  all: ["All statements", "全部对账单"],
  title: ["Statement of {{day}}", "{{day}} 对账单"],
  about: ["Comparison", "双方账目"],
  platform: ["Provider", "支付平台"],
  merchant: ["Merchant ID", "商户号"],
  here: ["Payments (shop)", "本地付款"],
  there: ["Payments (provider)", "平台付款"],
  refundsHere: ["Refunds (shop)", "本地退款"],
  refundsThere: ["Refunds (provider)", "平台退款"],
  fee: ["Provider fee", "平台手续费"],
  equal: ["Matched", "一致笔数"],
  compared: ["Reconciled", "对账时间"],
  next: ["Next run", "下次对账"],
  tries: ["Failed downloads", "下载失败次数"],
  fault: ["Last error", "最近错误"],
  differences: ["Differences", "差异明细"],
  kind: ["Type", "差异类型"],
  status: ["Status", "状态"],
  no: ["Payment no.", "支付流水号"],
  channelNo: ["Channel reference", "渠道单号"],
  payOrder: ["Payment", "支付单"],
  price: ["Shop amount", "本地金额"],
  channelPrice: ["Provider amount", "平台金额"],
  note: ["Note", "说明"],
  anomaly: ["Anomaly", "支付异常"],
  ended: ["Resolved", "结束"],
  total: ["{{total}} total", "共 {{total}} 条"],
} as const;

type Reconciliation = DataOf<"/admin-api/pay/reconciliation/get-detail">;

export function ReconciliationDetail({ id }: { id: number }) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const [query, setQuery] = useState<{ kind?: keyof typeof differenceKinds; status?: 0 | 10; pageNo: number }>({
    pageNo: 1,
  });
  const states = useStateOptions(differenceStates);
  const read = useRead(
    "/admin-api/pay/reconciliation/get-detail",
    { id, ...query, pageSize: 20 },
    { keepsPrevious: true },
  );
  const { data, error } = read;
  const back = { to: "/pay/reconciliations", label: words("all") };
  if (!data)
    return (
      <>
        <PageHead title={words("title", { day: "" })} back={back} />
        {error ? <Alert type="error" showIcon title={error.message} /> : <Skeleton active />}
      </>
    );
  return (
    <>
      <PageHead
        title={words("title", { day: data.day })}
        back={back}
        beside={<State of={reconciliationStates} value={data.status} />}
      />
      <BothSides statement={data} />
      <Card
        title={words("differences")}
        extra={
          <Space wrap>
            <Select
              aria-label={words("kind")}
              placeholder={words("kind")}
              allowClear
              style={{ width: 200 }}
              options={Object.entries(differenceKinds).map(([value, pair]) => ({ value, label: of(pair) }))}
              onChange={(kind?: string) =>
                setQuery(({ status }) => ({
                  ...(status === undefined ? {} : { status }),
                  ...(kind ? { kind: kind as keyof typeof differenceKinds } : {}),
                  pageNo: 1,
                }))
              }
            />
            <Select
              aria-label={words("status")}
              placeholder={words("status")}
              allowClear
              style={{ width: 130 }}
              options={states}
              onChange={(status?: number) =>
                setQuery(({ kind }) => ({
                  ...(kind ? { kind } : {}),
                  ...(status === undefined ? {} : { status: status as 0 | 10 }),
                  pageNo: 1,
                }))
              }
            />
          </Space>
        }
      >
        <ReadTable
          read={read}
          rowKey="id"
          size="small"
          scroll={{ x: "max-content" }}
          dataSource={data.differences.list}
          pagination={{
            current: query.pageNo,
            pageSize: 20,
            total: data.differences.total,
            showSizeChanger: false,
            showTotal: (total) => words("total", { total }),
            onChange: (pageNo) => setQuery((before) => ({ ...before, pageNo })),
          }}
          columns={[
            { title: words("kind"), render: (_, row) => of(differenceKinds[row.kind]) },
            { title: words("status"), render: (_, row) => <State of={differenceStates} value={row.status} /> },
            {
              title: words("payOrder"),
              render: (_, row) =>
                row.payOrderId === null ? "–" : <Link to={`/pay/orders/${row.payOrderId}`}>{row.payOrderId}</Link>,
            },
            { title: words("no"), render: (_, row) => row.refundNo ?? row.no },
            { title: words("channelNo"), render: (_, row) => row.channelRefundNo ?? row.channelOrderNo ?? "–" },
            { title: words("price"), align: "right", render: (_, row) => <Money fen={row.price} /> },
            { title: words("channelPrice"), align: "right", render: (_, row) => <Money fen={row.channelPrice} /> },
            { title: words("note"), dataIndex: "note" },
            {
              title: words("anomaly"),
              render: (_, row) =>
                row.anomalyId === null ? (
                  "–"
                ) : (
                  <Link to={row.payOrderId === null ? "/pay/anomalies" : `/pay/anomalies?payOrderId=${row.payOrderId}`}>
                    {row.anomalyId} <State of={anomalyStates} value={row.anomalyStatus} />
                  </Link>
                ),
            },
            {
              title: words("ended"),
              render: (_, row) => (
                <>
                  {row.endedBy && of(differenceEnds[row.endedBy])} <Moment ms={row.endTime} />
                </>
              ),
            },
          ]}
        />
      </Card>
    </>
  );
}

function BothSides({ statement }: { statement: Reconciliation }) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const provider = providers[statement.platform];
  const side = (count: number, fen: number) => (
    <span className="numbers">
      {count} · <Money fen={fen} />
    </span>
  );
  return (
    <Facts
      title={words("about")}
      columns={2}
      facts={[
        [words("platform"), provider ? of(provider) : statement.platform],
        [words("merchant"), statement.merchantId],
        [words("here"), side(statement.paymentCount, statement.paymentPrice)],
        [words("there"), side(statement.channelPaymentCount, statement.channelPaymentPrice)],
        [words("refundsHere"), side(statement.refundCount, statement.refundPrice)],
        [words("refundsThere"), side(statement.channelRefundCount, statement.channelRefundPrice)],
        [words("equal"), statement.equalCount],
        [words("fee"), <Money key="fee" fen={statement.channelFeePrice} />],
        [words("compared"), <Moment key="compared" ms={statement.compareTime} />],
        [words("next"), <Moment key="next" ms={statement.nextRunTime} />],
        [words("tries"), statement.tryTimes || undefined],
        [
          words("fault"),
          statement.channelErrorCode ? `${statement.channelErrorCode} ${statement.channelErrorMsg ?? ""}` : undefined,
        ],
      ]}
    />
  );
}
