import { Button, Drawer, Space, Typography } from "antd";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { DataOf, QueryOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { Moment } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { JobState } from "../../parts/shown/JobState";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useFilterQuery } from "../../parts/lists/useFilterQuery";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import { JobDetail } from "./JobDetail";
import { JobSubjects } from "./JobFigures";
import { isOpen, jobStateOptions, type Job } from "./job.states";
import { LedgerFigures } from "./LedgerFigures";
import { queueOptions } from "./queue.states";
import { BatchProgress, WholeJobs } from "./WholeJobs";

const bundle = {
  title: ["Jobs", "任务查询"],
  job: ["Job", "任务"],
  queue: ["Queue", "队列"],
  about: ["Related to", "关联"],
  state: ["Status", "状态"],
  tries: ["Attempts", "次数"],
  why: ["Reason", "原因"],
  when: ["Next run", "下次执行"],
  since: ["Enqueued", "创建时间"],
  actions: ["Actions", "操作"],
  open: ["View", "查看"],
  stands: ["Found:", "对应："],
} as const;
const filters: Filter[] = [
  { name: "q", label: ["Number, mobile or ID", "编号、手机号或 ID"], kind: "text", isWide: true },
  { name: "queue", label: bundle.queue, kind: "select", options: queueOptions },
  { name: "job", label: bundle.job, kind: "text" },
  { name: "state", label: bundle.state, kind: "select", options: jobStateOptions },
  { name: "kept", label: ["Held", "已暂缓"], kind: "yesNo" },
];
const path = "/admin-api/infra/job/search";

export default function JobsPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const [opened, setOpened] = useState<Job>();
  return (
    <>
      <PageHead title={words("title")} />
      <LedgerFigures />
      <PageTable
        path={path}
        filters={filters}
        everyMs={5_000}
        whole={
          <>
            <NamedThings />
            {may("infra:queue:operate") && <WholeJobs />}
            <BatchProgress />
          </>
        }
        columns={[
          {
            title: words("job"),
            render: (_, row) => (
              <>
                <div>{row.job}</div>
                <SecondLine>{`${row.queue} · ${row.jobId}`}</SecondLine>
              </>
            ),
          },
          {
            title: words("state"),
            weight: 80,
            render: (_, row) => (
              <>
                <JobState job={row} />
                {row.worker && <SecondLine>{row.worker}</SecondLine>}
              </>
            ),
          },
          { title: words("about"), render: (_, row) => <JobSubjects about={row.about} /> },
          { title: words("tries"), dataIndex: "tries", align: "right" },
          {
            title: words("why"),
            width: 240,
            render: (_, row) =>
              row.reason && row.state !== "done" ? (
                <Typography.Text ellipsis={{ tooltip: `${row.reason}: ${row.message ?? ""}` }} style={{ width: 220 }}>
                  {`${row.reason}: ${row.message ?? ""}`}
                </Typography.Text>
              ) : (
                "–"
              ),
          },
          {
            title: words("when"),
            render: (_, row) =>
              isOpen(row) && !row.hold ? <Moment ms={row.nextTryTime ?? row.dueTime} /> : <Moment ms={null} />,
          },
          { title: words("since"), render: (_, row) => <Moment ms={row.createTime} /> },
          {
            title: words("actions"),
            key: "actions",
            fixed: "right",
            render: (_, row) => (
              <Button size="small" onClick={() => setOpened(row)}>
                {words("open")}
              </Button>
            ),
          },
        ]}
      />
      <Drawer title={opened?.job} open={opened !== undefined} onClose={() => setOpened(undefined)} size={720}>
        {opened && <JobDetail id={opened.id} />}
      </Drawer>
    </>
  );
}

type Thing = DataOf<typeof path>["named"][number];
const kinds: Record<Thing["kind"], { words: Pair; page?: (thing: Thing) => string }> = {
  order: { words: ["order", "订单"], page: ({ id }) => `/orders/${id}` },
  payOrder: { words: ["payment", "支付单"], page: ({ id }) => `/pay/orders/${id}` },
  refund: { words: ["refund", "退款"], page: ({ no }) => `/pay/refunds?no=${no}` },
  afterSale: { words: ["after-sales case", "售后单"], page: ({ id }) => `/after-sales/${id}` },
  invoice: { words: ["invoice", "发票"], page: ({ id }) => `/invoices/${id}` },
  parcel: { words: ["parcel", "包裹"] },
  member: { words: ["member", "会员"], page: ({ id }) => `/members/${id}` },
};

/** What the search text refers to, so that one sees whether the right thing was found. */
function NamedThings() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const [search] = useSearchParams();
  // The same query as the table's, so that both share one response.
  const query = {
    ...useFilterQuery(filters),
    pageNo: Number(search.get("pageNo") ?? 1),
    pageSize: Number(search.get("pageSize") ?? 20),
  } as QueryOf<typeof path>;
  const { data } = useRead(path, query, { enabled: search.has("q") });
  if (!data || data.named.length === 0) return null;
  return (
    <Space wrap style={{ marginBottom: 12 }}>
      {words("stands")}
      {data.named.map((thing) => {
        const { kind, id, no } = thing;
        const text = `${of(kinds[kind].words)} ${id}${no && no !== String(id) ? ` (${no})` : ""}`;
        const to = kinds[kind].page?.(thing);
        return to ? (
          <Link key={`${kind} ${id}`} to={to}>
            {text}
          </Link>
        ) : (
          <span key={`${kind} ${id}`}>{text}</span>
        );
      })}
    </Space>
  );
}
