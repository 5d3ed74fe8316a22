import { Alert, Card, Skeleton, Tag, Typography } from "antd";
import { Link, useParams } from "react-router";
import { get, put, type DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { versionIn } from "../../client/versions";
import { ActDialog } from "../../parts/acts/ActDialog";
import type { Field } from "../../parts/fields/fields";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { Facts } from "../../parts/shown/Facts";
import { Moment, State } from "../../parts/shown/figures";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { CauseActs } from "./CauseActs";
import { letterStates } from "../queues/queue.states";
import { ReplayProgress } from "./ReplayProgress";
import { Runbook } from "../alerts/Runbook";

const bundle = {
  back: ["Dead letters by cause", "按原因查看死信"],
  job: ["Job", "任务"],
  queue: ["Queue", "队列"],
  open: ["Open", "待处理"],
  none: ["No open letters", "无待处理死信"],
  versions: ["Payload version", "任务版本"],
  builds: ["Program versions", "程序版本"],
  enqueuedAndFailed: [
    "{{count}} enqueued in {{enqueued}}, failed in {{failed}}",
    "{{count}} 条：入队 {{enqueued}}，失败 {{failed}}",
  ],
  both: ["{{count}} enqueued and failed in {{enqueued}}", "{{count}} 条：入队与失败均为 {{enqueued}}"],
  unknown: ["an unknown version", "未知版本"],
  first: ["First", "最早"],
  latest: ["Latest", "最近"],
  notes: ["Notes", "备注"],
  noNotes: [
    "Nothing noted yet. What you note here is shown the next time this cause comes.",
    "暂无备注。备注会在该原因再次出现时显示。",
  ],
  noted: ["by {{who}}", "{{who}}"],
  edit: ["Edit notes", "编辑备注"],
  saved: ["Saved", "已保存"],
  letter: ["Letter", "死信"],
  reason: ["Reason", "原因"],
  status: ["Status", "状态"],
  createTime: ["Failed", "失败时间"],
} as const;
const noteFields: Field[] = [
  {
    name: "runbook",
    label: ["Runbook", "处理手册"],
    kind: "text",
    hint: ["What to do, in one line; may be an address", "一行处理说明，可填链接"],
  },
  { name: "note", label: bundle.notes, kind: "longText" },
];
const noun = "/admin-api/infra/dead-letter-cause/";
const letters = "/admin-api/infra/dead-letter/";
type Cause = DataOf<"/admin-api/infra/dead-letter-cause/get">;

/** One cause of dead letters: what is known of it, its last replay, and its letters. */
export function CauseDetail() {
  const words = useTexts(bundle);
  const id = useParams()["id"] ?? "";
  const { data: cause, error } = useRead(`${noun}get`, { id }, { everyMs: 5_000 });
  if (!cause) return error ? <Alert type="error" showIcon title={error.message} /> : <Skeleton active />;
  const when = (letterId: number | null, ms: number | null) =>
    letterId === null ? null : (
      <Link to={`/dead-letters/${letterId}`}>
        <Moment ms={ms} />
      </Link>
    );
  return (
    <>
      <PageHead
        title={cause.text || cause.id}
        beside={cause.open === 0 && <Tag color="success">{words("none")}</Tag>}
        back={{ to: "/dead-letters/causes", label: words("back") }}
      >
        <CauseActs cause={cause} isReplaying={cause.replay?.running ?? false} large />
      </PageHead>
      {cause.replay && <ReplayProgress key={cause.replay.id} id={cause.replay.id} first={cause.replay} />}
      <Facts
        facts={[
          [words("job"), cause.job],
          [words("queue"), cause.queues.join(", ")],
          [words("open"), cause.open.toLocaleString()],
          [words("first"), when(cause.firstId, cause.firstTime)],
          [words("latest"), when(cause.latestId, cause.latestTime)],
          [words("versions"), cause.versions.join(", ")],
          [words("builds"), <Builds builds={cause.builds} />],
        ]}
      />
      <Notes cause={cause} />
      <PageTable
        path={`${letters}page`}
        fixed={{ cause: id }}
        exports={{ path: `${letters}export`, permission: "infra:dead-letter:export", name: `dead-letters-${id}.csv` }}
        everyMs={10_000}
        columns={[
          {
            title: words("letter"),
            render: (_, row) => (
              <>
                <Link to={`/dead-letters/${row.id}`}>{row.jobId}</Link>
                {cause.builds.length > 1 && <SecondLine>{row.enqueuedBuild}</SecondLine>}
              </>
            ),
          },
          {
            title: words("reason"),
            width: 420,
            render: (_, row) => (
              <Typography.Text ellipsis={{ tooltip: row.reason }} style={{ width: 400 }}>
                {row.reason}
              </Typography.Text>
            ),
          },
          { title: words("status"), weight: 80, render: (_, row) => <State of={letterStates} value={row.status} /> },
          { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
        ]}
      />
    </>
  );
}

/** How many of its open letters come from which versions of the program. */
function Builds({ builds }: Pick<Cause, "builds">) {
  const words = useTexts(bundle);
  if (builds.length === 0) return "–";
  return builds.map(({ enqueued, failed, count }) => {
    const told = { enqueued: enqueued ?? words("unknown"), failed: failed ?? words("unknown") };
    return (
      <div key={`${enqueued} ${failed}`}>
        {words(enqueued === failed ? "both" : "enqueuedAndFailed", { ...told, count: count.toLocaleString() })}
      </div>
    );
  });
}

function Notes({ cause }: { cause: Cause }) {
  const words = useTexts(bundle);
  const may = useMay();
  const { id, note, runbook, noteTime, noteOperatorName } = cause;
  const isEmpty = note === "" && runbook === "";
  return (
    <Card
      title={words("notes")}
      style={{ marginBottom: 16 }}
      extra={
        may("infra:queue:operate") && (
          <ActDialog<{ note?: string; runbook?: string }>
            size="small"
            label={words("edit")}
            fields={noteFields}
            load={() => get(`${noun}get`, { id })}
            act={(body, loaded) => put(`${noun}update`, { id, ...body, ...versionIn(loaded) })}
            changes={[noun]}
            done={words("saved")}
          />
        )
      }
    >
      {isEmpty ? (
        <Typography.Text type="secondary">{words("noNotes")}</Typography.Text>
      ) : (
        <>
          <Runbook line={runbook} />
          <div style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{note}</div>
          <Typography.Text type="secondary">
            <Moment ms={noteTime} /> {noteOperatorName && words("noted", { who: noteOperatorName })}
          </Typography.Text>
        </>
      )}
    </Card>
  );
}
