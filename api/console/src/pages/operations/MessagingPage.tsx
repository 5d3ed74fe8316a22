import { Alert, Button, Card, Descriptions, Flex, Form, Input, Modal, Table, Tag } from "antd";
import { useState } from "react";
import { post, type DataOf } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { PageHead } from "../../parts/PageHead";
import { Tags } from "../../parts/shown/Tags";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["SMS and social sign-in", "短信与社交登录"],
  channel: ["SMS channel", "短信渠道"],
  signature: ["Signature", "签名"],
  app: ["App ID", "应用 ID"],
  url: ["API URL", "接口地址"],
  ready: ["Ready", "已就绪"],
  missing: ["Not configured", "未配置"],
  templates: ["SMS templates", "短信模板"],
  name: ["Purpose", "用途"],
  code: ["Code", "编码"],
  platformId: ["Provider template ID", "平台模板 ID"],
  params: ["Parameters", "参数"],
  status: ["Status", "状态"],
  actions: ["Actions", "操作"],
  send: ["Send test", "测试发送"],
  mobile: ["Mobile", "手机号"],
  mobileRule: ["Enter an 11-digit mobile number", "请输入 11 位手机号"],
  limit: [
    "At most 20 per day. The code in the message cannot be used to sign in.",
    "每天最多 20 条；短信中的验证码不可用于登录",
  ],
  sent: ["Test submitted; see the SMS log", "已提交发送，可在短信日志查看"],
  social: ["Social sign-in", "社交登录应用"],
  client: ["Client", "客户端"],
  secret: ["Secret", "密钥"],
  set: ["Set", "已设置"],
  notSet: ["Not set", "未设置"],
} as const;
type Template = DataOf<"/admin-api/system/sms-template/list">[number];

/** The configuration of SMS and of the applications for social sign-in. */
export default function MessagingPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const [testing, setTesting] = useState<Template>();
  const channels = useRead("/admin-api/system/sms-channel/list", undefined, {
    enabled: may("system:sms-channel:query"),
  });
  const templates = useRead("/admin-api/system/sms-template/list", undefined, {
    enabled: may("system:sms-template:query"),
  });
  const clients = useRead("/admin-api/system/social-client/list", undefined, {
    enabled: may("system:social-client:query"),
  });
  const send = useAct(
    async ({ mobile }: { mobile: string }) => {
      if (testing) await post("/admin-api/system/sms-template/send-sms", { mobile, id: testing.id as 1 | 2 | 3 | 4 });
      setTesting(undefined);
    },
    ["/admin-api/system/sms-log/"],
    words("sent"),
  );
  const state = (status: number) => (
    <Tag color={status === 0 ? "success" : "warning"}>{words(status === 0 ? "ready" : "missing")}</Tag>
  );
  const fault = channels.error ?? templates.error ?? clients.error;
  return (
    <>
      <PageHead title={words("title")} />
      {fault && <Alert type="error" showIcon title={fault.message} style={{ marginBottom: 12 }} />}
      <Flex vertical gap={16}>
        {channels.data?.map((channel) => (
          <Card key={channel.id} title={`${words("channel")}: ${channel.code}`} extra={state(channel.status)}>
            <Descriptions
              column={{ xs: 1, lg: 3 }}
              items={[
                { key: "signature", label: words("signature"), children: channel.signature || "–" },
                { key: "app", label: words("app"), children: channel.appId || "–" },
                { key: "url", label: words("url"), children: channel.baseUrl },
              ]}
            />
          </Card>
        ))}
        {templates.data && (
          <Card title={words("templates")}>
            <Table
              rowKey="id"
              size="small"
              pagination={false}
              dataSource={templates.data}
              scroll={{ x: "max-content" }}
              columns={[
                { title: words("name"), dataIndex: "name" },
                { title: words("code"), render: (_, row) => <code>{row.code}</code> },
                { title: words("platformId"), render: (_, row) => row.apiTemplateId || "–" },
                { title: words("params"), render: (_, row) => <Tags words={row.params} /> },
                { title: words("status"), render: (_, row) => state(row.status) },
                {
                  title: words("actions"),
                  render: (_, row) =>
                    may("system:sms-template:send-sms") &&
                    row.status === 0 && (
                      <Button size="small" onClick={() => setTesting(row)}>
                        {words("send")}
                      </Button>
                    ),
                },
              ]}
            />
          </Card>
        )}
        {clients.data && (
          <Card title={words("social")}>
            <Table
              rowKey="type"
              size="small"
              pagination={false}
              dataSource={clients.data}
              scroll={{ x: "max-content" }}
              columns={[
                { title: words("client"), dataIndex: "name" },
                { title: words("app"), render: (_, row) => row.clientId || "–" },
                { title: words("secret"), render: (_, row) => words(row.hasSecret ? "set" : "notSet") },
                { title: words("status"), render: (_, row) => state(row.status) },
              ]}
            />
          </Card>
        )}
      </Flex>
      <Modal
        title={testing && `${words("send")}: ${testing.name}`}
        open={testing !== undefined}
        onCancel={() => setTesting(undefined)}
        footer={null}
        destroyOnHidden
      >
        <Form<{ mobile: string }> layout="vertical" requiredMark={false} onFinish={(values) => send.mutate(values)}>
          <Form.Item
            name="mobile"
            label={words("mobile")}
            extra={words("limit")}
            rules={[{ required: true, pattern: /^1\d{10}$/, message: words("mobileRule") }]}
          >
            <Input inputMode="tel" maxLength={11} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={send.isPending}>
            {words("send")}
          </Button>
        </Form>
      </Modal>
    </>
  );
}
