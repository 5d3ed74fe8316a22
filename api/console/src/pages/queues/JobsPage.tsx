import { Button, Drawer, Space, Tag, Typography } from "antd";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useRead } from "../../client/queries";
import { Moment } from "../../parts/figures";
import type { Filter } from "../../parts/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/PageTable";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import { JobDetail } from "./JobDetail";
import { JobState, JobSubjects } from "./JobFigures";
import { isOpen, jobStateOptions, type Job } from "./job.states";
import { queueOptions } from "./queue.states";
import { WholeJobs } from "./WholeJobs";

const bundle = {
  title: ["Jobs", "任务查询"],
  job: ["Job", "任务"],
  queue: ["Queue", "队列"],
  about: ["About", "关联"],
  state: ["State", "状态"],
  tries: ["Tries", "次数"],
  why: ["Why", "原因"],
  when: ["Next", "下次执行"],
  since: ["Asked for", "创建时间"],
  worker: ["Worker", "执行进程"],
  actions: ["Actions", "操作"],
  open: ["Open", "查看"],
  stands: ["This is", "对应"],
} as const;
const filters: Filter[] = [
  { name: "q", label: ["Any number, mobile or ID", "编号、手机号或 ID"], kind: "text" },
  { name: "queue", label: bundle.queue, kind: "select", options: queueOptions },
  { name: "job", label: bundle.job, kind: "text" },
  { name: "state", label: bundle.state, kind: "select", options: jobStateOptions },
];
const path = "/admin-api/infra/job/search";

export default function JobsPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const [opened, setOpened] = useState<Job>();
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path={path}
        filters={filters}
        everyMs={5_000}
        whole={
          <>
            <NamedThings />
            {may("infra:queue:operate") && <WholeJobs />}
          </>
        }
        columns={[
          {
            title: words("job"),
            render: (_, row) => (
              <>
                <div>{row.job}</div>
                <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                  {`${row.queue} · ${row.jobId}`}
                </Typography.Text>
              </>
            ),
          },
          { title: words("about"), render: (_, row) => <JobSubjects about={row.about} /> },
          { title: words("state"), render: (_, row) => <JobState job={row} /> },
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
          { title: words("worker"), render: (_, row) => row.worker ?? "–" },
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

const kinds: Record<string, { words: Pair; path?: string }> = {
  order: { words: ["order", "订单"], path: "/orders/" },
  payOrder: { words: ["pay order", "支付单"], path: "/pay/orders/" },
  refund: { words: ["refund", "退款"] },
  afterSale: { words: ["after-sale", "售后单"], path: "/after-sales/" },
  invoice: { words: ["invoice", "发票"], path: "/invoices/" },
  parcel: { words: ["parcel", "包裹"] },
  member: { words: ["member", "会员"], path: "/members/" },
};

/** What the words of the search stand for, so that one sees whether the right thing was found. */
function NamedThings() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const [search] = useSearchParams();
  const of1 = (name: string) => search.get(name) ?? undefined;
  const query = {
    q: of1("q"),
    queue: of1("queue"),
    job: of1("job"),
    state: of1("state"),
    pageNo: Number(of1("pageNo") ?? 1),
    pageSize: Number(of1("pageSize") ?? 20),
  } as never;
  const { data } = useRead(path, query, { enabled: search.has("q") });
  if (!data || data.named.length === 0) return null;
  return (
    <Space wrap style={{ marginBottom: 12 }}>
      {words("stands")}
      {data.named.map(({ kind, id, no }) => {
        const text = `${of(kinds[kind]!.words)} ${id}${no && no !== String(id) ? ` (${no})` : ""}`;
        const to = kinds[kind]!.path;
        return <Tag key={`${kind} ${id}`}>{to ? <Link to={`${to}${id}`}>{text}</Link> : text}</Tag>;
      })}
    </Space>
  );
}
