import { Tag } from "antd";
import { Moment } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { JsonView } from "../../parts/shown/JsonView";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import { devices, sources, visitActions } from "./analytics.words";

const bundle = {
  title: ["Visits and actions", "访问明细"],
  time: ["Time", "时间"],
  kind: ["Type", "类型"],
  page: ["Page", "页面"],
  action: ["Action", "互动"],
  visitor: ["Visitor", "访客"],
  member: ["Member ID", "会员 ID"],
  source: ["Source", "来源"],
  device: ["Device", "设备"],
  bot: ["Bot", "爬虫"],
} as const;
const kinds: Record<string, Pair> = { pv: ["Page view", "浏览"], event: ["Action", "互动"] };
const filters: Filter[] = [
  {
    name: "type",
    label: bundle.kind,
    kind: "select",
    options: Object.entries(kinds).map(([value, label]) => ({ value, label })),
  },
  {
    name: "eventType",
    label: bundle.action,
    kind: "select",
    options: Object.entries(visitActions).map(([value, label]) => ({ value, label })),
  },
  { name: "pagePath", label: bundle.page, kind: "text" },
  { name: "visitorId", label: ["Visitor ID", "访客 ID"], kind: "text" },
  { name: "sessionId", label: ["Visit ID", "会话 ID"], kind: "text" },
  { name: "userId", label: bundle.member, kind: "number" },
  { name: "bot", label: bundle.bot, kind: "yesNo" },
  { name: "createTime", label: bundle.time, kind: "time" },
];

export default function EventsPage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const word = (table: Record<string, Pair>, key: string | null) => (key === null ? "–" : of(table[key] ?? [key, key]));
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/website/analytics/event"
        filters={filters}
        expandable={{
          rowExpandable: (row) => row.metadata !== null || row.eventTarget !== null || row.referrer !== null,
          expandedRowRender: ({ metadata, eventTarget, eventLabel, referrer, utmSource, utmMedium, sessionId }) => (
            <JsonView value={{ eventTarget, eventLabel, referrer, utmSource, utmMedium, sessionId, metadata }} />
          ),
        }}
        columns={[
          { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
          { title: words("kind"), render: (_, row) => word(kinds, row.type) },
          {
            title: words("page"),
            render: (_, row) => (
              <>
                <div>{row.pagePath}</div>
                <small style={{ opacity: 0.7 }}>{row.pageTitle}</small>
              </>
            ),
          },
          { title: words("action"), render: (_, row) => word(visitActions, row.eventType) },
          {
            title: words("visitor"),
            render: (_, row) => (
              <>
                <code>{row.visitorId}</code> {row.bot && <Tag color="warning">{words("bot")}</Tag>}
              </>
            ),
          },
          { title: words("member"), render: (_, row) => row.userId ?? "–" },
          { title: words("source"), render: (_, row) => word(sources, row.source) },
          { title: words("device"), render: (_, row) => word(devices, row.deviceType) },
        ]}
      />
    </>
  );
}
