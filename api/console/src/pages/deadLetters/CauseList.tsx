import { Flex, Grid, Typography } from "antd";
import { Link } from "react-router";
import { Moment } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useTexts } from "../../texts/texts";
import { CauseActs } from "./CauseActs";
import { LetterViews } from "./LetterViews";
import { queueOptions } from "../queues/queue.states";
import { Runbook } from "../alerts/Runbook";

const bundle = {
  title: ["Dead letters by cause", "按原因查看死信"],
  cause: ["Cause", "原因"],
  open: ["Open", "待处理"],
  queue: ["Queue", "队列"],
  job: ["Job", "任务"],
  versions: ["Version", "版本"],
  first: ["First", "最早"],
  latest: ["Latest", "最近"],
  actions: ["Actions", "操作"],
} as const;
const filters: Filter[] = [
  { name: "queue", label: bundle.queue, kind: "select", options: queueOptions },
  { name: "job", label: bundle.job, kind: "text" },
];

/** The causes of open dead letters, those with the most letters first. */
export function CauseList() {
  const words = useTexts(bundle);
  const wide = Grid.useBreakpoint().lg ?? true;
  const when = (id: number | null, ms: number | null) => (
    <Link to={`/dead-letters/${id}`}>
      <Moment ms={ms} />
    </Link>
  );
  return (
    <>
      <PageHead title={words("title")}>
        <LetterViews />
      </PageHead>
      <PageTable
        path="/admin-api/infra/dead-letter-cause/page"
        filters={filters}
        everyMs={10_000}
        columns={[
          {
            title: words("open"),
            align: "right",
            render: (_, row) => <strong className="numbers">{row.open.toLocaleString()}</strong>,
          },
          {
            title: words("cause"),
            width: 300,
            render: (_, row) => (
              <div style={{ minWidth: 160, maxWidth: 300, whiteSpace: "normal", overflowWrap: "anywhere" }}>
                <Link to={`/dead-letters/causes/${row.id}`}>{row.text || row.id}</Link>
                <SecondLine>{row.job}</SecondLine>
                {row.note && (
                  <Typography.Paragraph
                    type="secondary"
                    ellipsis={{ rows: 2, tooltip: row.note }}
                    style={{ margin: 0 }}
                  >
                    {row.note}
                  </Typography.Paragraph>
                )}
                <Runbook line={row.runbook} />
              </div>
            ),
          },
          { title: words("queue"), render: (_, row) => row.queues.join(", ") },
          { title: words("versions"), render: (_, row) => row.versions.join(", ") },
          { title: words("first"), render: (_, row) => when(row.firstId, row.firstTime) },
          { title: words("latest"), render: (_, row) => when(row.latestId, row.latestTime) },
          {
            title: words("actions"),
            key: "actions",
            fixed: "right",
            render: (_, row) => (
              <Flex gap={8} vertical={!wide}>
                <CauseActs cause={row} />
              </Flex>
            ),
          },
        ]}
      />
    </>
  );
}
