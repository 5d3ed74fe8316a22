import { RedoOutlined } from "@ant-design/icons";
import { App, Typography } from "antd";
import { Link } from "react-router";
import { post } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import type { Filter } from "../../parts/lists/filters";
import { PageTable } from "../../parts/lists/PageTable";
import { useFilterQuery } from "../../parts/lists/useFilterQuery";
import { PageHead } from "../../parts/PageHead";
import { Moment, State } from "../../parts/shown/figures";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts } from "../../texts/texts";
import { notifyStates } from "../pay/pay.states";
import { ReplayDelivery } from "./ReplayDelivery";
import { eventFilter, webhookEvents } from "./webhook.states";

const bundle = {
  title: ["Webhook deliveries", "Webhook 投递记录"],
  endpoints: ["Webhooks", "Webhook"],
  id: ["ID", "编号"],
  event: ["Event", "事件"],
  eventId: ["webhook-id", "webhook-id"],
  endpoint: ["Endpoint", "端点"],
  status: ["Status", "状态"],
  tries: ["Attempts", "次数"],
  last: ["Last response", "最近响应"],
  noAnswer: ["no response", "无响应"],
  next: ["Next attempt", "下次投递"],
  time: ["Created", "创建时间"],
  actions: ["Actions", "操作"],
  all: ["Resend all failed ({{count}})", "重发全部失败事件（{{count}}）"],
  allQuestion: [
    "Resend all {{count}} failed events of this endpoint and filter? At most 2,000 are sent at once.",
    "确定重发该端点筛选出的 {{count}} 个失败事件吗？每次最多 2,000 个。",
  ],
  allDone: ["{{replayed}} resent, {{left}} remaining", "已重发 {{replayed}} 个，剩余 {{left}} 个"],
  begun: ["Started", "已开始"],
} as const;
const PATH = "/admin-api/infra/webhook-delivery/page";

/** Events on their way to third parties, and those that came. */
export function DeliveryList() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const may = useMay();
  const endpoints = useRead("/admin-api/infra/webhook/page", { pageNo: 1, pageSize: 100 }).data?.list ?? [];
  const nameOf = (id: number) => endpoints.find((one) => one.id === id)?.name ?? `#${id}`;
  const filters: Filter[] = [
    {
      name: "endpointId",
      label: bundle.endpoint,
      kind: "select",
      options: endpoints.map(({ id, name }) => ({ value: String(id), label: [name, name] })),
    },
    { name: "event", label: bundle.event, kind: "select", options: eventFilter },
    { name: "status", label: bundle.status, kind: "state", states: notifyStates },
    { name: "eventId", label: bundle.eventId, kind: "text" },
    { name: "createTime", label: bundle.time, kind: "time" },
  ];
  return (
    <>
      <PageHead title={words("title")} back={{ to: "/webhooks", label: words("endpoints") }} />
      <PageTable
        path={PATH}
        filters={filters}
        tools={may("infra:webhook:replay") && <ReplayAll filters={filters} />}
        columns={[
          { title: words("id"), render: (_, row) => <Link to={`/webhooks/deliveries/${row.id}`}>{row.id}</Link> },
          {
            title: words("event"),
            render: (_, row) => (
              <>
                {of(webhookEvents[row.event])}
                <SecondLine>{row.event}</SecondLine>
              </>
            ),
          },
          {
            title: words("endpoint"),
            render: (_, row) => (
              <>
                {nameOf(row.endpointId)}
                <SecondLine>
                  <Typography.Text
                    type="secondary"
                    ellipsis={{ tooltip: row.url }}
                    style={{ maxWidth: "min(260px, 48vw)" }}
                  >
                    {row.url}
                  </Typography.Text>
                </SecondLine>
              </>
            ),
          },
          { title: words("status"), weight: 80, render: (_, row) => <State of={notifyStates} value={row.status} /> },
          { title: words("tries"), align: "right", render: (_, row) => `${row.tries} / ${row.maxTries}` },
          {
            title: words("last"),
            render: (_, row) => (
              <>
                {row.tries > 0 && (row.lastStatus ?? words("noAnswer"))}
                <SecondLine>
                  <Moment ms={row.lastTryTime} />
                </SecondLine>
              </>
            ),
          },
          { title: words("next"), render: (_, row) => <Moment ms={row.nextTryTime} /> },
          { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
          {
            title: words("actions"),
            fixed: "right",
            render: (_, row) => may("infra:webhook:replay") && <ReplayDelivery id={row.id} size="small" />,
          },
        ]}
      />
    </>
  );
}

/** Of one endpoint, which the filter names. */
function ReplayAll({ filters }: { filters: readonly Filter[] }) {
  const words = useTexts(bundle);
  const { notification } = App.useApp();
  const { status, endpointId, event, createTime, ...others } = useFilterQuery(filters);
  const wanted = { endpointId: Number(endpointId), ...(event ? { event } : {}), ...timesOf(createTime) };
  const givenUp = useRead(PATH, { ...wanted, status: 20, pageSize: 1 } as never);
  const count = givenUp.data?.total ?? 0;
  const send = useAct(
    async () => {
      const result = await post("/admin-api/infra/webhook-delivery/replay-all", wanted as never);
      notification.info({ title: words("allDone", result) });
    },
    ["/admin-api/infra/webhook"],
    words("begun"),
  );
  const isFiltered = endpointId !== undefined && (status === undefined || status === "20");
  if (count === 0 || !isFiltered || Object.keys(others).length > 0) return null;
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

const timesOf = (times: string | string[] | undefined): { createTime?: number[] } =>
  Array.isArray(times) ? { createTime: times.map(Number) } : {};
