import { Button, Descriptions, Drawer, Input, Space, Typography } from "antd";
import { useState } from "react";
import { del, put, type RowOf } from "../../client/client";
import { useAct } from "../../client/queries";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { Moment, State, type States } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Messages", "留言"],
  who: ["From", "留言人"],
  subject: ["Subject", "主题"],
  message: ["Message", "内容"],
  status: ["Status", "状态"],
  createTime: ["Received", "留言时间"],
  handledTime: ["Handled", "处理时间"],
  remark: ["Note", "备注"],
  actions: ["Actions", "操作"],
  open: ["View", "查看"],
  handle: ["Mark as handled", "标记为已处理"],
  reopen: ["Mark as unhandled", "改为未处理"],
  saved: ["Saved", "已保存"],
  remove: ["Delete", "删除"],
  removeQuestion: ["Delete this message permanently?", "确定删除该留言？"],
  removed: ["Deleted", "已删除"],
} as const;
const states: States = { 0: [["Open", "待处理"], "warning"], 1: [["Handled", "已处理"], "success"] };
const filters: Filter[] = [
  { name: "keyword", label: ["Search", "关键词"], kind: "text" },
  { name: "handled", label: ["Handled", "已处理"], kind: "yesNo" },
  { name: "createTime", label: bundle.createTime, kind: "time" },
];
const base = "/admin-api/website/message/";
type Message = RowOf<"/admin-api/website/message/page">;

export default function MessagesPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const [opened, setOpened] = useState<Message>();
  const remove = useAct((id: number) => del(`${base}delete`, { id }), [base], words("removed"));
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path={`${base}page`}
        filters={filters}
        columns={[
          { title: "ID", dataIndex: "id" },
          {
            title: words("who"),
            render: (_, row) => (
              <>
                <div>{row.name}</div>
                <small style={{ opacity: 0.7 }}>{row.email}</small>
              </>
            ),
          },
          { title: words("subject"), dataIndex: "subject", ellipsis: true, width: 260 },
          { title: words("message"), dataIndex: "message", ellipsis: true, width: 320 },
          { title: words("status"), weight: 80, render: (_, row) => <State of={states} value={row.handled ? 1 : 0} /> },
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
                {may("website:message:delete") && (
                  <ConfirmButton danger question={words("removeQuestion")} onConfirm={() => remove.mutate(row.id)}>
                    {words("remove")}
                  </ConfirmButton>
                )}
              </Space>
            ),
          },
        ]}
      />
      <Drawer title={opened?.subject} open={opened !== undefined} onClose={() => setOpened(undefined)} size={520}>
        {opened && <MessageDetail key={opened.id} message={opened} onDone={() => setOpened(undefined)} />}
      </Drawer>
    </>
  );
}

function MessageDetail({ message, onDone }: { message: Message; onDone: () => void }) {
  const words = useTexts(bundle);
  const may = useMay();
  const [remark, setRemark] = useState(message.remark);
  const handle = useAct(
    async (handled: boolean) => {
      await put(`${base}handle`, { id: message.id, handled, remark });
      onDone();
    },
    [base],
    words("saved"),
  );
  return (
    <>
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: "who", label: words("who"), children: `${message.name} <${message.email}>` },
          { key: "ip", label: "IP", children: message.ip },
          { key: "time", label: words("createTime"), children: <Moment ms={message.createTime} /> },
          {
            key: "status",
            label: words("status"),
            children: <State of={states} value={message.handled ? 1 : 0} />,
          },
          { key: "handled", label: words("handledTime"), children: <Moment ms={message.handledTime} /> },
        ]}
      />
      <Typography.Paragraph style={{ whiteSpace: "pre-wrap", margin: "16px 0" }}>
        {message.message}
      </Typography.Paragraph>
      {may("website:message:update") && (
        <>
          <label htmlFor="message-remark">{words("remark")}</label>
          <Input.TextArea
            id="message-remark"
            rows={3}
            maxLength={500}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
            style={{ margin: "4px 0 12px" }}
          />
          <Button type="primary" loading={handle.isPending} onClick={() => handle.mutate(!message.handled)}>
            {words(message.handled ? "reopen" : "handle")}
          </Button>
        </>
      )}
    </>
  );
}
