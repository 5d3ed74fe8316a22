import { Alert, Card, Flex, Statistic, Typography } from "antd";
import { useState } from "react";
import { useRead } from "../../client/queries";
import { CountTable } from "../../parts/lists/CountTable";
import { span } from "../../parts/shown/figures";
import { PageHead } from "../../parts/PageHead";
import { ReadTable } from "../../parts/lists/ReadTable";
import { useLanguage, useTexts } from "../../texts/texts";
import { visitActions } from "./analytics.words";
import { lastDays, TimeRange } from "./TimeRange";

const bundle = {
  title: ["Visitor paths", "访问路径"],
  told: [
    "Only visits whose page paths the site has reported are counted. Traffic counts every page view and action, so it may include visits that are missing here.",
    "仅统计网站已上报浏览路径的访问；「流量概览」统计每一次浏览和互动，数量可能多于此处。",
  ],
  sessions: ["Visits", "访问次数"],
  visitors: ["Visitors", "访客数"],
  conversionRate: ["Conversion rate", "转化率"],
  averagePages: ["Pages per visit", "次均页数"],
  averageDuration: ["Time per visit", "次均时长"],
  entry: ["Entry pages", "入口页"],
  exit: ["Exit pages", "退出页"],
  ways: ["Paths", "路径"],
  way: ["Path", "路径"],
  conversions: ["Conversions", "转化"],
  action: ["Action", "互动"],
  stays: ["Time on page", "页面停留"],
  page: ["Page", "页面"],
  count: ["Views", "次数"],
  stay: ["Average time", "平均停留"],
} as const;
const MOST_DAYS = 92;

export default function PathsPage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const [range, setRange] = useState(() => lastDays(7));
  const read = useRead("/admin-api/website/analytics/path", { createTime: range });
  const ways = read.data;
  // The error is shown once, above them all.
  const silent = { ...read, error: null };
  const figure = (title: string, value: string) => (
    <Card size="small" style={{ flex: "1 1 140px" }}>
      <Statistic title={title} value={ways ? value : "–"} />
    </Card>
  );
  return (
    <>
      <PageHead title={words("title")}>
        <TimeRange value={range} onChange={setRange} mostDays={MOST_DAYS} />
      </PageHead>
      {read.error && <Alert type="error" showIcon title={read.error.message} style={{ marginBottom: 12 }} />}
      <Flex vertical gap={16}>
        <Typography.Text type="secondary">{words("told")}</Typography.Text>
        <Flex wrap gap={16}>
          {figure(words("sessions"), (ways?.sessions ?? 0).toLocaleString())}
          {figure(words("visitors"), (ways?.visitors ?? 0).toLocaleString())}
          {figure(words("conversionRate"), `${((ways?.conversionRate ?? 0) * 100).toFixed(1)}%`)}
          {figure(words("averagePages"), (ways?.averagePages ?? 0).toFixed(1))}
          {figure(words("averageDuration"), span((ways?.averageDuration ?? 0) * 1_000))}
        </Flex>
        <Card title={words("ways")}>
          <CountTable of={words("way")} count={words("sessions")} read={silent} rows={ways?.paths} />
        </Card>
        <div
          style={{ display: "grid", gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 460px), 1fr))", gap: 16 }}
        >
          <Card title={words("entry")}>
            <CountTable of={words("page")} count={words("sessions")} read={silent} rows={ways?.entryPages} />
          </Card>
          <Card title={words("exit")}>
            <CountTable of={words("page")} count={words("sessions")} read={silent} rows={ways?.exitPages} />
          </Card>
          <Card title={words("conversions")}>
            <CountTable
              of={words("action")}
              count={words("count")}
              read={silent}
              rows={ways?.conversions}
              text={(key) => of(visitActions[key] ?? [key, key])}
            />
          </Card>
          <Card title={words("stays")}>
            <ReadTable
              read={silent}
              rowKey="pagePath"
              size="small"
              dataSource={ways?.stays ?? []}
              pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
              columns={[
                { title: words("page"), dataIndex: "pagePath" },
                { title: words("sessions"), dataIndex: "sessions", align: "right" },
                { title: words("stay"), align: "right", render: (_, row) => span(row.averageDuration * 1_000) },
              ]}
            />
          </Card>
        </div>
      </Flex>
    </>
  );
}
