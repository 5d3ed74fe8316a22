import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Alert, AutoComplete, Button, Card, Flex, Progress } from "antd";
import { useState } from "react";
import { useRead } from "../../client/queries";
import { PageHead } from "../../parts/PageHead";
import { ReadTable } from "../../parts/lists/ReadTable";
import { useLanguage, useTexts } from "../../texts/texts";
import { funnelSteps } from "./analytics.words";
import { lastDays, TimeRange } from "./TimeRange";

const bundle = {
  title: ["Funnel", "转化漏斗"],
  steps: ["Steps", "步骤"],
  hint: [
    "Each step is an action (visit, click, submit, download, demo_try) or a page path such as /product/1. Two to eight steps.",
    "每一步为互动（visit、click、submit、download、demo_try）或页面路径（如 /product/1），共 2–8 步。",
  ],
  step: ["Step", "步骤"],
  add: ["Add step", "添加步骤"],
  up: ["Move up", "上移"],
  down: ["Move down", "下移"],
  remove: ["Remove step", "移除步骤"],
  show: ["Show results", "查询"],
  result: ["Conversion", "转化结果"],
  visitors: ["Visitors", "访客数"],
  rate: ["Overall conversion", "总转化率"],
  stepRate: ["Step conversion", "上一步转化率"],
  truncated: ["Too many visits: only a part was counted.", "数据量过大，仅统计了部分访问。"],
} as const;
const MOST_DAYS = 31;
const MOST_STEPS = 8;
const percent = (rate: number): string => `${(rate * 100).toFixed(1)}%`;

export default function FunnelPage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const [range, setRange] = useState(() => lastDays(7));
  const [steps, setSteps] = useState(["visit", "click", "demo_try", "submit"]);
  const [applied, setApplied] = useState(steps);
  const read = useRead("/admin-api/website/analytics/funnel", { steps: applied, createTime: range });
  const rows = read.data?.steps ?? [];
  const nameOf = (step: string) => (funnelSteps[step] ? of(funnelSteps[step]) : step);
  const swap = (at: number, to: number) =>
    setSteps(steps.map((step, index) => (index === at ? steps[to]! : index === to ? steps[at]! : step)));
  return (
    <>
      <PageHead title={words("title")}>
        <TimeRange value={range} onChange={setRange} mostDays={MOST_DAYS} />
      </PageHead>
      <Flex vertical gap={16}>
        <Card title={words("steps")}>
          <Flex vertical gap={8} style={{ maxWidth: 560 }}>
            {steps.map((step, at) => (
              <Flex key={at} gap={8} align="center">
                <span style={{ width: 20 }}>{at + 1}.</span>
                <AutoComplete
                  aria-label={`${words("step")} ${at + 1}`}
                  value={step}
                  onChange={(next) => setSteps(steps.map((one, index) => (index === at ? next : one)))}
                  options={Object.entries(funnelSteps).map(([value, pair]) => ({
                    value,
                    label: `${of(pair)} (${value})`,
                  }))}
                  style={{ flex: 1 }}
                />
                <Button
                  icon={<ArrowUpOutlined aria-hidden />}
                  aria-label={`${words("up")} ${at + 1}`}
                  disabled={at === 0}
                  onClick={() => swap(at, at - 1)}
                />
                <Button
                  icon={<ArrowDownOutlined aria-hidden />}
                  aria-label={`${words("down")} ${at + 1}`}
                  disabled={at === steps.length - 1}
                  onClick={() => swap(at, at + 1)}
                />
                <Button
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`${words("remove")} ${at + 1}`}
                  disabled={steps.length <= 2}
                  onClick={() => setSteps(steps.filter((_, index) => index !== at))}
                />
              </Flex>
            ))}
            <small style={{ opacity: 0.7 }}>{words("hint")}</small>
            <Flex gap={8}>
              <Button
                icon={<PlusOutlined aria-hidden />}
                disabled={steps.length >= MOST_STEPS}
                onClick={() => setSteps([...steps, "/"])}
              >
                {words("add")}
              </Button>
              <Button
                type="primary"
                loading={read.isFetching}
                disabled={steps.some((step) => step.trim() === "")}
                onClick={() => setApplied(steps.map((step) => step.trim()))}
              >
                {words("show")}
              </Button>
            </Flex>
          </Flex>
        </Card>
        <Card title={words("result")}>
          {read.data?.truncated && (
            <Alert type="warning" showIcon title={words("truncated")} style={{ marginBottom: 12 }} />
          )}
          <ReadTable
            read={read}
            rowKey={(row) => `${rows.indexOf(row)}`}
            size="middle"
            pagination={false}
            dataSource={rows}
            columns={[
              { title: words("step"), render: (_, row, at) => `${at + 1}. ${nameOf(row.step)}` },
              { title: words("visitors"), align: "right", render: (_, row) => row.visitors.toLocaleString() },
              {
                title: words("rate"),
                width: "40%",
                render: (_, row) => (
                  <Progress
                    percent={row.rate * 100}
                    status="normal"
                    format={() => percent(row.rate)}
                    aria-label={`${nameOf(row.step)}: ${words("rate")}`}
                  />
                ),
              },
              {
                title: words("stepRate"),
                align: "right",
                render: (_, row, at) => (at === 0 ? "–" : percent(row.stepRate)),
              },
            ]}
          />
        </Card>
      </Flex>
    </>
  );
}
