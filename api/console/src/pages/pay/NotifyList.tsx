import { RedoOutlined } from "@ant-design/icons";
import { App, Typography } from "antd";
import { Link } from "react-router";
import { post } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useFilterQuery } from "../../parts/lists/useFilterQuery";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts } from "../../texts/texts";
import { MerchantOrder, usePayApps } from "./apps";
import { Replay } from "./Replay";
import { notifyStates, notifyTypes } from "./pay.states";

const bundle = {
  title: ["Merchant notifications", "商户通知"],
  id: ["ID", "任务"],
  type: ["Type", "通知类型"],
  status: ["Status", "状态"],
  app: ["Payment app", "支付应用"],
  merchantOrderId: ["Order", "商户订单"],
  orderNo: ["Order ID or no.", "订单 ID 或编号"],
  payOrderId: ["Payment", "支付单"],
  url: ["Notify URL", "通知地址"],
  host: ["Host", "接收主机"],
  tries: ["Attempts", "次数"],
  last: ["Last response", "最近响应"],
  noAnswer: ["no response", "无响应"],
  next: ["Next attempt", "下次通知"],
  time: ["Created", "创建时间"],
  actions: ["Actions", "操作"],
  all: ["Resend all failed ({{count}})", "重发全部失败通知（{{count}}）"],
  allQuestion: [
    "Resend all {{count}} failed notifications of this filter? At most 2,000 are sent at once.",
    "确定重发筛选出的 {{count}} 条失败通知吗？每次最多 2,000 条。",
  ],
  allDone: ["{{replayed}} resent, {{left}} remaining", "已重发 {{replayed}} 条，剩余 {{left}} 条"],
  begun: ["Started", "已开始"],
} as const;

export function NotifyList() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const may = useMay();
  const { options } = usePayApps();
  const filters: Filter[] = [
    { name: "merchantOrderId", label: bundle.orderNo, kind: "text" },
    { name: "status", label: bundle.status, kind: "state", states: notifyStates },
    { name: "host", label: bundle.host, kind: "text" },
    {
      name: "type",
      label: bundle.type,
      kind: "select",
      options: Object.entries(notifyTypes).map(([value, label]) => ({ value, label })),
    },
    { name: "appId", label: bundle.app, kind: "select", options },
    { name: "payOrderId", label: bundle.payOrderId, kind: "number" },
    { name: "createTime", label: bundle.time, kind: "time" },
  ];
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/pay/notify/page"
        filters={filters}
        tools={may("pay:notify:replay") && <ReplayAll filters={filters} />}
        columns={[
          { title: words("id"), render: (_, row) => <Link to={`/pay/notifies/${row.id}`}>{row.id}</Link> },
          { title: words("type"), render: (_, row) => of(notifyTypes[row.type]) },
          {
            title: words("merchantOrderId"),
            render: (_, row) => <MerchantOrder appId={row.appId} no={row.merchantOrderId} />,
          },
          {
            title: words("payOrderId"),
            render: (_, row) => <Link to={`/pay/orders/${row.payOrderId}`}>{row.payOrderId}</Link>,
          },
          {
            title: words("url"),
            render: (_, row) => (
              <Typography.Text ellipsis={{ tooltip: row.notifyUrl }} style={{ maxWidth: 260 }}>
                {row.notifyUrl}
              </Typography.Text>
            ),
          },
          { title: words("status"), weight: 80, render: (_, row) => <State of={notifyStates} value={row.status} /> },
          { title: words("tries"), align: "right", render: (_, row) => `${row.notifyTimes} / ${row.maxNotifyTimes}` },
          {
            title: words("last"),
            render: (_, row) => (
              <>
                {row.notifyTimes > 0 && (row.lastStatus ?? words("noAnswer"))}{" "}
                <SecondLine>
                  <Moment ms={row.lastExecuteTime} />
                </SecondLine>
              </>
            ),
          },
          { title: words("next"), render: (_, row) => <Moment ms={row.nextNotifyTime} /> },
          { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
          {
            title: words("actions"),
            fixed: "right",
            render: (_, row) => may("pay:notify:replay") && <Replay id={row.id} size="small" />,
          },
        ]}
      />
    </>
  );
}

function ReplayAll({ filters }: { filters: readonly Filter[] }) {
  const words = useTexts(bundle);
  const { notification } = App.useApp();
  const { status, ...query } = useFilterQuery(filters);
  const givenUp = useRead("/admin-api/pay/notify/page", { ...query, status: 20, pageSize: 1 } as never);
  const count = givenUp.data?.total ?? 0;
  const send = useAct(
    async () => {
      const numbers = { ...query, ...numbersOf(query) };
      const result = await post("/admin-api/pay/notify/replay-all", { ...numbers, status: 20 } as never);
      notification.info({ title: words("allDone", result) });
    },
    ["/admin-api/pay/notify/"],
    words("begun"),
  );
  if (count === 0 || (status !== undefined && status !== "20")) return null;
  return (
    <ConfirmButton
      size="medium"
      icon={<RedoOutlined aria-hidden />}
      loading={send.isPending}
      question={words("allQuestion", { count })}
      onConfirm={() => send.mutate(undefined)}
    >
      {words("all", { count })}
    </ConfirmButton>
  );
}

/** The address holds text; the body needs numbers. */
const numbersOf = (query: Record<string, string | string[]>): Record<string, number | number[]> =>
  Object.fromEntries(
    ["appId", "payOrderId", "createTime"].flatMap((name): [string, number | number[]][] => {
      const value = query[name];
      return value === undefined ? [] : [[name, Array.isArray(value) ? value.map(Number) : Number(value)]];
    }),
  );
