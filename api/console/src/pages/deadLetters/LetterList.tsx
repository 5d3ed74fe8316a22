import { Button, Drawer, Input, Modal, Space, Typography } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { post, type RowOf } from "../../client/client";
import { useAct } from "../../client/queries";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { LetterDetail } from "./LetterDetail";
import { LetterViews } from "./LetterViews";
import { letterStates, queueOptions } from "../queues/queue.states";
import { WholeSearch } from "./WholeSearch";

const bundle = {
  title: ["Dead letters", "死信"],
  job: ["Job", "任务"],
  queue: ["Queue", "队列"],
  about: ["Related to", "关联"],
  order: ["Order", "订单"],
  payOrder: ["Payment", "支付单"],
  member: ["Member", "会员"],
  reason: ["Reason", "原因"],
  attempts: ["Attempts", "次数"],
  status: ["Status", "状态"],
  createTime: ["Failed", "失败时间"],
  actions: ["Actions", "操作"],
  open: ["View", "查看"],
  replay: ["Replay", "重放"],
  replayed: ["Replay started", "已重新执行"],
  replaySome: ["Replay selected ({{count}})", "重放所选（{{count}}）"],
  discardSome: ["Discard selected ({{count}})", "丢弃所选（{{count}}）"],
  discardTitle: ["Discard dead letters? They will not run again.", "丢弃死信：将不再执行"],
  discardReason: ["Discard reason", "丢弃原因"],
  discarded: ["Discarded. They can still be found here.", "已丢弃，仍可在此查到"],
} as const;
const filters: Filter[] = [
  { name: "queue", label: bundle.queue, kind: "select", options: queueOptions },
  { name: "no", label: ["Order or payment no.", "订单号/支付单号"], kind: "text", isWide: true },
  { name: "orderId", label: ["Order ID", "订单 ID"], kind: "number" },
  { name: "payOrderId", label: ["Payment ID", "支付单 ID"], kind: "number" },
  { name: "memberId", label: ["Member ID", "会员 ID"], kind: "number" },
  { name: "jobId", label: ["Job ID", "任务 ID"], kind: "text" },
  { name: "job", label: bundle.job, kind: "text" },
  { name: "error", label: ["Error", "错误名"], kind: "text" },
  { name: "reason", label: bundle.reason, kind: "text" },
  { name: "cause", label: ["Cause", "原因编号"], kind: "text" },
  { name: "status", label: bundle.status, kind: "state", states: letterStates },
  { name: "createTime", label: bundle.createTime, kind: "time" },
];
const base = "/admin-api/infra/dead-letter/";
const changes = [base, "/admin-api/infra/queue/"];
type Letter = RowOf<"/admin-api/infra/dead-letter/page">;

export function LetterList() {
  const words = useTexts(bundle);
  const may = useMay();
  const [chosen, setChosen] = useState<number[]>([]);
  const [opened, setOpened] = useState<Letter>();
  const [discarding, setDiscarding] = useState<number[]>();
  const [reason, setReason] = useState("");
  const replay = useAct(
    async (ids: number[]) => {
      await post(`${base}replay`, { ids });
      setChosen([]);
    },
    changes,
    words("replayed"),
  );
  const discard = useAct(
    async (ids: number[]) => {
      await post(`${base}discard`, { ids, reason });
      setChosen([]);
      setDiscarding(undefined);
      setReason("");
    },
    changes,
    words("discarded"),
  );
  const mayOperate = may("infra:queue:operate");
  return (
    <>
      <PageHead title={words("title")}>
        <LetterViews />
      </PageHead>
      <PageTable
        path={`${base}page`}
        filters={filters}
        exports={{ path: `${base}export`, permission: "infra:dead-letter:export", name: "dead-letters.csv" }}
        {...(mayOperate
          ? {
              whole: <WholeSearch filters={filters} />,
              rowSelection: {
                selectedRowKeys: chosen,
                onChange: (keys: React.Key[]) => setChosen(keys.map(Number)),
                getCheckboxProps: (row: Letter) => ({ disabled: row.status !== 0, name: row.jobId }),
              },
            }
          : {})}
        tools={
          mayOperate && (
            <>
              <ConfirmButton
                size="middle"
                disabled={chosen.length === 0}
                loading={replay.isPending}
                onConfirm={() => replay.mutate(chosen)}
              >
                {words("replaySome", { count: chosen.length })}
              </ConfirmButton>
              <Button danger disabled={chosen.length === 0} onClick={() => setDiscarding(chosen)}>
                {words("discardSome", { count: chosen.length })}
              </Button>
            </>
          )
        }
        columns={[
          { title: "ID", dataIndex: "id" },
          { title: words("queue"), weight: 20, dataIndex: "queue" },
          {
            title: words("job"),
            render: (_, row) => (
              <>
                <div>{row.job}</div>
                <Typography.Text code copyable style={{ fontSize: 12 }}>
                  {row.jobId}
                </Typography.Text>
              </>
            ),
          },
          {
            title: words("about"),
            render: (_, row) => (
              <>
                {row.orderId !== null && (
                  <div>
                    <Link to={`/orders/${row.orderId}`}>{`${words("order")} ${row.orderId}`}</Link>
                  </div>
                )}
                {row.payOrderId !== null && (
                  <div>
                    <Link to={`/pay/orders/${row.payOrderId}`}>{`${words("payOrder")} ${row.payOrderId}`}</Link>
                  </div>
                )}
                {row.memberId !== null && (
                  <div>
                    <Link to={`/members/${row.memberId}`}>{`${words("member")} ${row.memberId}`}</Link>
                  </div>
                )}
              </>
            ),
          },
          {
            title: words("reason"),
            width: 230,
            render: (_, row) => (
              <Typography.Text ellipsis={{ tooltip: row.reason }} style={{ width: 210 }}>
                {row.reason}
              </Typography.Text>
            ),
          },
          { title: words("attempts"), weight: 10, dataIndex: "attempts" },
          { title: words("status"), weight: 80, render: (_, row) => <State of={letterStates} value={row.status} /> },
          { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
          {
            title: words("actions"),
            key: "actions",
            fixed: "right",
            render: (_, row) => (
              <Space>
                <Button size="small" onClick={() => setOpened(row)}>
                  {words("open")}
                </Button>
                {mayOperate && row.status === 0 && (
                  <ConfirmButton
                    loading={replay.isPending && replay.variables.includes(row.id)}
                    onConfirm={() => replay.mutate([row.id])}
                  >
                    {words("replay")}
                  </ConfirmButton>
                )}
              </Space>
            ),
          },
        ]}
      />
      <Drawer title={opened?.job} open={opened !== undefined} onClose={() => setOpened(undefined)} size={640}>
        {opened && <LetterDetail letter={opened} />}
      </Drawer>
      <Modal
        title={words("discardTitle")}
        open={discarding !== undefined}
        onCancel={() => setDiscarding(undefined)}
        onOk={() => discard.mutate(discarding ?? [])}
        okButtonProps={{ danger: true, disabled: reason.trim() === "" }}
        confirmLoading={discard.isPending}
      >
        <label htmlFor="discard-reason">{words("discardReason")}</label>
        <Input.TextArea
          id="discard-reason"
          rows={3}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Modal>
    </>
  );
}
