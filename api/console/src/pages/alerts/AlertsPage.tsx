import { Button, Drawer, Flex, Input, Modal, Space, Tag, Tooltip } from "antd";
import { useState } from "react";
import { put } from "../../client/client";
import { useAct } from "../../client/queries";
import { Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts } from "../../texts/texts";
import { AlertDetail } from "./AlertDetail";
import {
  alertKindOptions,
  alertKinds,
  alertStates,
  deliveryStates,
  queueOptions,
  type Alert,
} from "../queues/queue.states";
import { Runbook } from "./Runbook";
import { SilencedTag } from "./SilencedTag";

const bundle = {
  title: ["Alerts", "告警记录"],
  rule: ["Rule", "规则"],
  kind: ["Metric", "监控项"],
  queue: ["Queue", "队列"],
  value: ["Current / peak / threshold", "当前 / 峰值 / 阈值"],
  status: ["Status", "状态"],
  fired: ["Fired", "触发时间"],
  resolved: ["Resolved", "恢复时间"],
  webhook: ["Webhook", "通知"],
  firing: ["Fired", "触发"],
  over: ["Resolved", "恢复"],
  seen: ["Acknowledged by", "确认人"],
  acknowledged: ["Acknowledged", "已确认"],
  acknowledge: ["Acknowledge", "确认"],
  acknowledgeTitle: ["Acknowledge alert", "确认告警"],
  remark: ["Note (optional)", "备注（可不填）"],
  done: ["Acknowledged", "已确认"],
  actions: ["Actions", "操作"],
  view: ["View", "查看"],
  unseen: ["Not acknowledged", "未确认"],
} as const;
const filters: Filter[] = [
  { name: "kind", label: bundle.kind, kind: "select", options: alertKindOptions },
  { name: "queue", label: bundle.queue, kind: "select", options: queueOptions },
  { name: "status", label: bundle.status, kind: "state", states: alertStates },
  { name: "acknowledged", label: bundle.acknowledged, kind: "yesNo" },
  { name: "createTime", label: bundle.fired, kind: "time" },
];
const base = "/admin-api/infra/alert/";

export default function AlertsPage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const may = useMay();
  const [seeing, setSeeing] = useState<Alert>();
  const [opened, setOpened] = useState<Alert>();
  const [remark, setRemark] = useState("");
  const acknowledge = useAct(
    async () => {
      if (seeing) await put(`${base}acknowledge`, { id: seeing.id, ...(remark ? { remark } : {}) });
      setSeeing(undefined);
      setRemark("");
    },
    [base],
    words("done"),
  );
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path={`${base}page`}
        filters={filters}
        everyMs={10_000}
        columns={[
          { title: "ID", dataIndex: "id" },
          {
            title: words("rule"),
            width: 220,
            render: (_, row) => (
              <div style={{ minWidth: 120, whiteSpace: "normal" }}>
                {row.name}
                <AlertState alert={row} />
              </div>
            ),
          },
          {
            title: words("kind"),
            render: (_, row) => (
              <>
                <div>{of(alertKinds[row.kind].words) + (row.objective ? ` (${row.objective})` : "")}</div>
                <SecondLine>{of([row.todo.en, row.todo.zh])}</SecondLine>
                <Runbook line={row.runbook} />
              </>
            ),
            width: 320,
          },
          { title: words("queue"), weight: 15, dataIndex: "queue" },
          {
            title: words("value"),
            weight: 20,
            render: (_, row) => (
              <span className="numbers">
                {`${row.value.toLocaleString()} / ${row.peak.toLocaleString()} / ${row.threshold.toLocaleString()} ${of(alertKinds[row.kind].unit)}`}
              </span>
            ),
          },
          { title: words("fired"), render: (_, row) => <Moment ms={row.fireTime} /> },
          { title: words("resolved"), weight: 10, render: (_, row) => <Moment ms={row.resolveTime} /> },
          {
            title: words("webhook"),
            weight: 70,
            render: (_, row) =>
              row.deliveries.length === 0 ? (
                "–"
              ) : (
                <Flex vertical gap={4}>
                  {row.deliveries.map((delivery) => (
                    <Tooltip
                      key={delivery.event}
                      title={`HTTP ${delivery.httpStatus ?? "–"}, ${delivery.tries} × ${delivery.error}`}
                    >
                      <span>
                        {words(delivery.event === "firing" ? "firing" : "over")}:{" "}
                        <State of={deliveryStates} value={delivery.status} />
                      </span>
                    </Tooltip>
                  ))}
                </Flex>
              ),
          },
          {
            title: words("seen"),
            weight: 60,
            render: (_, row) =>
              row.acknowledgeTime === null ? (
                <Tag>{words("unseen")}</Tag>
              ) : (
                <Tooltip title={row.remark}>
                  <span>
                    <div>{row.acknowledgeOperatorName ?? `#${row.acknowledgeOperatorId}`}</div>
                    <Moment ms={row.acknowledgeTime} />
                  </span>
                </Tooltip>
              ),
          },
          {
            title: words("actions"),
            key: "actions",
            fixed: "right",
            render: (_, row) => (
              <Space>
                <Button size="small" onClick={() => setOpened(row)}>
                  {words("view")}
                </Button>
                {row.acknowledgeTime === null && may("infra:queue:operate") && (
                  <Button size="small" onClick={() => setSeeing(row)}>
                    {words("acknowledge")}
                  </Button>
                )}
              </Space>
            ),
          },
        ]}
      />
      <Drawer title={opened?.name} open={opened !== undefined} onClose={() => setOpened(undefined)} size={560}>
        {opened && <AlertDetail alert={opened} />}
      </Drawer>
      <Modal
        title={words("acknowledgeTitle")}
        open={seeing !== undefined}
        onCancel={() => setSeeing(undefined)}
        onOk={() => acknowledge.mutate(undefined)}
        confirmLoading={acknowledge.isPending}
      >
        <label htmlFor="alert-remark">{words("remark")}</label>
        <Input.TextArea
          id="alert-remark"
          rows={3}
          maxLength={200}
          value={remark}
          onChange={(event) => setRemark(event.target.value)}
        />
      </Modal>
    </>
  );
}

function AlertState({ alert: { status, silenceTime } }: { alert: Alert }) {
  return (
    <Flex vertical gap={4} align="start">
      <State of={alertStates} value={status} />
      <SilencedTag until={silenceTime} />
    </Flex>
  );
}
