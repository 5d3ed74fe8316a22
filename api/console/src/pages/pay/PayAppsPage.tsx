import { KeyOutlined } from "@ant-design/icons";
import { Alert, App, Button, Modal, Typography } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { get, put } from "../../client/client";
import { ActButton } from "../../parts/acts/ActButton";
import type { Field } from "../../parts/fields/fields";
import { enabledStates, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Payment apps", "支付应用"],
  key: ["Key", "应用标识"],
  name: ["Name", "名称"],
  status: ["Status", "状态"],
  orderUrl: ["Payment notify URL", "支付通知地址"],
  refundUrl: ["Refund notify URL", "退款通知地址"],
  channels: ["Channels", "支付渠道"],
  channelCount: ["{{count}} enabled", "已启用 {{count}} 个"],
  made: ["Created", "创建时间"],
  secret: ["Secret", "密钥"],
  secretOf: ["Secret of {{name}}", "{{name}} 的密钥"],
  secretHint: [
    "Signs the notifications sent to this app. Keep it only on the app's server.",
    "用于签名发给该应用的通知，请仅保存在服务端。",
  ],
  rotate: ["Rotate secret", "更换密钥"],
  rotateQuestion: ["Rotate the secret? The old one stops working immediately.", "确定更换密钥吗？旧密钥将立即失效。"],
  rotated: ["Secret rotated", "密钥已更换"],
  close: ["Close", "关闭"],
} as const;

const filters: Filter[] = [
  { name: "name", label: bundle.name, kind: "text" },
  { name: "appKey", label: bundle.key, kind: "text" },
  { name: "status", label: bundle.status, kind: "state", states: enabledStates },
];
const fields: Field[] = [
  { name: "appKey", label: bundle.key, kind: "text", needed: true },
  { name: "name", label: bundle.name, kind: "text", needed: true },
  { name: "status", label: bundle.status, kind: "state", states: enabledStates, needed: true, initial: 0 },
  { name: "orderNotifyUrl", label: bundle.orderUrl, kind: "text" },
  { name: "refundNotifyUrl", label: bundle.refundUrl, kind: "text" },
];

export default function PayAppsPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const { notification } = App.useApp();
  const [shown, setShown] = useState<{ name: string; secret: string }>();
  const show = async (id: number) => {
    try {
      setShown(await get("/admin-api/pay/app/get", { id }));
    } catch (error) {
      notification.error({ title: (error as Error).message });
    }
  };
  return (
    <>
      <NounPage
        title={words("title")}
        path="/admin-api/pay/app/page"
        recycled="pay-app"
        permission="pay:app"
        filters={filters}
        fields={fields}
        columns={[
          { title: "ID", dataIndex: "id" },
          { title: words("name"), dataIndex: "name" },
          { title: words("key"), dataIndex: "appKey" },
          { title: words("status"), weight: 80, render: (_, row) => <State of={enabledStates} value={row.status} /> },
          {
            title: words("channels"),
            render: (_, row) => (
              <Link to={`/pay/channels?appId=${row.id}`}>
                {words("channelCount", { count: row.channelCodes.length })}
              </Link>
            ),
          },
          {
            title: words("orderUrl"),
            render: (_, row) => (
              <Typography.Text ellipsis={{ tooltip: row.orderNotifyUrl }} style={{ maxWidth: 260 }}>
                {row.orderNotifyUrl || "–"}
              </Typography.Text>
            ),
          },
          { title: words("made"), render: (_, row) => <Moment ms={row.createTime} /> },
        ]}
        body={(values) => ({ orderNotifyUrl: "", refundNotifyUrl: "", ...values })}
        actions={(row) => (
          <>
            <Button size="small" icon={<KeyOutlined aria-hidden />} onClick={() => void show(row.id)}>
              {words("secret")}
            </Button>
            {may("pay:app:update") && (
              <ActButton
                question={words("rotateQuestion")}
                act={async () => {
                  await put("/admin-api/pay/app/rotate-secret", { id: row.id });
                  await show(row.id);
                }}
                changes={["/admin-api/pay/app/"]}
                done={words("rotated")}
              >
                {words("rotate")}
              </ActButton>
            )}
          </>
        )}
      />
      <Modal
        title={words("secretOf", { name: shown?.name })}
        open={shown !== undefined}
        onCancel={() => setShown(undefined)}
        footer={<Button onClick={() => setShown(undefined)}>{words("close")}</Button>}
      >
        <Alert type="warning" showIcon title={words("secretHint")} style={{ margin: "12px 0" }} />
        <Typography.Text copyable code style={{ overflowWrap: "anywhere" }}>
          {shown?.secret ?? ""}
        </Typography.Text>
      </Modal>
    </>
  );
}
