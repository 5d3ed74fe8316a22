import { Alert, Card, Flex, Segmented, Statistic } from "antd";
import { useState } from "react";
import { useRead } from "../../client/queries";
import { CountTable } from "../../parts/lists/CountTable";
import { LineFigures } from "../../parts/shown/LineFigures";
import { PageHead } from "../../parts/PageHead";
import { useLanguage, useTexts } from "../../texts/texts";
import { devices, sources, visitActions } from "./analytics.words";
import { lastDays, shopDay, shopHour, TimeRange } from "./TimeRange";

const bundle = {
  title: ["Traffic", "流量概览"],
  unit: ["Interval", "粒度"],
  day: ["By day", "按天"],
  hour: ["By hour", "按小时"],
  pv: ["Page views", "浏览量"],
  uv: ["Visitors", "访客数"],
  sessions: ["Visits", "访问次数"],
  events: ["Actions", "互动次数"],
  bots: ["Bots", "爬虫"],
  overTime: ["Over time", "趋势"],
  time: ["Time", "时间"],
  pages: ["Pages", "页面"],
  page: ["Page", "页面"],
  sources: ["Sources", "来源"],
  source: ["Source", "来源"],
  devices: ["Devices", "设备"],
  device: ["Device", "设备"],
  actions: ["Actions", "互动"],
  action: ["Action", "互动"],
} as const;

export default function TrafficPage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const [unit, setUnit] = useState<"day" | "hour">("day");
  const [range, setRange] = useState(() => lastDays(7));
  const read = useRead("/admin-api/website/analytics/pv", { unit, createTime: range });
  const traffic = read.data;
  // The error is shown once, above them all.
  const silent = { ...read, error: null };
  const count = unit === "hour" ? 7 : 366;
  return (
    <>
      <PageHead title={words("title")}>
        <Segmented
          aria-label={words("unit")}
          value={unit}
          onChange={(next: "day" | "hour") => {
            setUnit(next);
            if (next === "hour" && range[1] - range[0] > 7 * 86_400_000) setRange(lastDays(7));
          }}
          options={[
            { value: "day", label: words("day") },
            { value: "hour", label: words("hour") },
          ]}
        />
        <TimeRange value={range} onChange={setRange} mostDays={count} />
      </PageHead>
      {read.error && <Alert type="error" showIcon title={read.error.message} style={{ marginBottom: 12 }} />}
      <Flex vertical gap={16}>
        <Flex wrap gap={16}>
          {(["pv", "uv", "sessions", "events", "bots"] as const).map((name) => (
            <Card key={name} size="small" style={{ flex: "1 1 140px" }}>
              <Statistic title={words(name)} value={traffic?.totals[name] ?? "–"} loading={read.isLoading} />
            </Card>
          ))}
        </Flex>
        <Card title={words("overTime")}>
          <LineFigures
            title={`${words("title")}: ${words("pv")}, ${words("uv")}, ${words("sessions")}`}
            read={silent}
            rows={traffic?.list ?? []}
            along={{
              name: "time",
              words: words("time"),
              text: unit === "day" ? shopDay : shopHour,
            }}
            series={[
              { name: "pv", words: words("pv"), colour: "primary" },
              { name: "uv", words: words("uv"), colour: "warning" },
              { name: "sessions", words: words("sessions"), colour: "info" },
              { name: "events", words: words("events"), colour: "error" },
            ]}
          />
        </Card>
        <div
          style={{ display: "grid", gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 460px), 1fr))", gap: 16 }}
        >
          <Card title={words("pages")}>
            <CountTable of={words("page")} count={words("pv")} uv={words("uv")} read={silent} rows={traffic?.pages} />
          </Card>
          <Card title={words("sources")}>
            <CountTable
              of={words("source")}
              count={words("pv")}
              uv={words("uv")}
              read={silent}
              rows={traffic?.sources}
              text={(key) => of(sources[key] ?? [key, key])}
            />
          </Card>
          <Card title={words("devices")}>
            <CountTable
              of={words("device")}
              count={words("pv")}
              uv={words("uv")}
              read={silent}
              rows={traffic?.devices}
              text={(key) => of(devices[key] ?? [key, key])}
            />
          </Card>
          <Card title={words("actions")}>
            <CountTable
              of={words("action")}
              count={words("events")}
              uv={words("uv")}
              read={silent}
              rows={traffic?.actions}
              text={(key) => of(visitActions[key] ?? [key, key])}
            />
          </Card>
        </div>
      </Flex>
    </>
  );
}
