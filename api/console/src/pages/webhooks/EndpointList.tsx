import { Flex, Tag, Tooltip, Typography } from "antd";
import { Link } from "react-router";
import type { Field } from "../../parts/fields/fields";
import { Moment } from "../../parts/shown/figures";
import { SecondLine } from "../../parts/shown/SecondLine";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { useLanguage, useTexts } from "../../texts/texts";
import { EndpointActs } from "./EndpointActs";
import { eventChoices, webhookEvents } from "./webhook.states";

const bundle = {
  title: ["Webhooks", "Webhook"],
  name: ["Name", "名称"],
  url: ["URL", "地址"],
  events: ["Events", "事件"],
  enabled: ["Enabled", "启用"],
  state: ["Status", "状态"],
  works: ["Working", "正常"],
  failing: ["Failing", "投递失败"],
  off: ["Disabled", "停用"],
  givenUp: ["Switched off: failed for days", "连续多日失败，已自动停用"],
  deliveries: ["Deliveries", "投递记录"],
  time: ["Created", "创建时间"],
  all: ["All deliveries", "全部投递记录"],
} as const;

const filters: Filter[] = [
  { name: "name", label: bundle.name, kind: "text" },
  { name: "event", label: bundle.events, kind: "select", options: eventChoices },
  { name: "enabled", label: bundle.enabled, kind: "yesNo" },
];
const fields: Field[] = [
  { name: "name", label: bundle.name, kind: "text", needed: true },
  {
    name: "url",
    label: bundle.url,
    kind: "text",
    needed: true,
    hint: [
      "Gets a signed POST for each event (Standard Webhooks); https, and no private address in production",
      "每个事件以签名的 POST 发送（Standard Webhooks）；生产环境须为 https 且不能是内网地址",
    ],
  },
  {
    name: "events",
    label: bundle.events,
    kind: "select",
    multiple: true,
    needed: true,
    options: eventChoices,
  },
  {
    name: "lowStock",
    label: ["Low stock", "低库存阈值"],
    kind: "number",
    min: 0,
    max: 1_000_000,
    initial: 10,
    hint: ["stock.low is sent at this stock and below", "库存不高于该值时发送 stock.low"],
  },
  { name: "enabled", label: bundle.enabled, kind: "switch", initial: true },
];

/** The endpoints of third parties. */
export function EndpointList() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/infra/webhook/page"
      recycled="webhook"
      permission="infra:webhook"
      filters={filters}
      fields={fields}
      tools={
        <Link to="/webhooks/deliveries" style={{ alignSelf: "center" }}>
          {words("all")}
        </Link>
      }
      actions={(row) => <EndpointActs endpoint={row} />}
      columns={[
        { title: "ID", dataIndex: "id" },
        {
          title: words("name"),
          render: (_, row) => (
            <>
              {row.name}
              <SecondLine>
                <Typography.Text
                  type="secondary"
                  ellipsis={{ tooltip: row.url }}
                  style={{ maxWidth: "min(300px, 48vw)" }}
                >
                  {row.url}
                </Typography.Text>
              </SecondLine>
            </>
          ),
        },
        {
          title: words("events"),
          render: (_, row) => (
            <Flex gap={4} wrap style={{ maxWidth: 360 }}>
              {row.events.map((event) => (
                <Tooltip key={event} title={event}>
                  <Tag>{of(webhookEvents[event])}</Tag>
                </Tooltip>
              ))}
            </Flex>
          ),
        },
        {
          title: words("state"),
          render: (_, row) => {
            if (row.givenUpTime !== null && !row.enabled)
              return (
                <>
                  <Tag color="error">{words("givenUp")}</Tag>
                  <SecondLine>
                    <Moment ms={row.givenUpTime} />
                  </SecondLine>
                </>
              );
            if (!row.enabled) return <Tag>{words("off")}</Tag>;
            if (row.failingTime === null) return <Tag color="success">{words("works")}</Tag>;
            return (
              <>
                <Tag color="warning">{words("failing")}</Tag>
                <SecondLine>
                  <Moment ms={row.failingTime} />
                </SecondLine>
              </>
            );
          },
        },
        {
          title: words("deliveries"),
          render: (_, row) => <Link to={`/webhooks/deliveries?endpointId=${row.id}`}>{words("deliveries")}</Link>,
        },
        { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
      ]}
    />
  );
}
