import { Alert, Button, Card, Flex, Form, Input, Tag, Typography } from "antd";
import { useState } from "react";
import { post, put, type DataOf } from "../../client/client";
import { useAct } from "../../client/queries";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Two-factor authentication", "两步验证"],
  on: ["On", "已启用"],
  off: ["Off", "未启用"],
  why: [
    "Sign-in requires a code from an authenticator app as well as your password.",
    "登录时除密码外还需输入验证器 App 中的动态验证码。",
  ],
  ownPassword: ["Confirm your password", "请再次输入密码"],
  begin: ["Set up", "开始设置"],
  begun: ["Secret generated", "已生成密钥"],
  scan: ["Scan with an authenticator app", "请用验证器 App 扫描二维码"],
  secret: ["Or enter this secret", "或手动输入密钥"],
  code: ["Authenticator code", "动态验证码"],
  sixDigits: ["Enter six digits", "请输入六位数字"],
  confirm: ["Turn on", "启用"],
  confirmed: ["Two-factor authentication is on", "两步验证已启用"],
  codes: [
    "Recovery codes: each signs you in once without the app. They are shown only once; keep them somewhere safe.",
    "恢复码：丢失设备时每个可使用一次。仅显示这一次，请妥善保存。",
  ],
  kept: ["I have saved them", "我已保存"],
  left: ["{{count}} recovery codes left", "剩余 {{count}} 个恢复码"],
  left_one: ["{{count}} recovery code left", "剩余 {{count}} 个恢复码"],
  password: ["Password", "密码"],
  codeOrRecovery: ["Authenticator or recovery code", "动态验证码或恢复码"],
  renew: ["Generate new recovery codes", "重新生成恢复码"],
  renewed: ["The old recovery codes no longer work", "旧恢复码已失效"],
  disable: ["Turn off", "关闭两步验证"],
  disabled: ["Two-factor authentication is off", "两步验证已关闭"],
  required: ["This field is required", "请填写"],
} as const;
const base = "/admin-api/system/user/profile/totp/";
interface Proof {
  password: string;
  code: string;
}
type Begun = DataOf<"/admin-api/system/user/profile/totp/begin", "post">;

/** The second factor of one's own sign-in: setting it up, new recovery codes, turning it off. */
export function SecondFactor({ isOn, recoveryCodes }: { isOn: boolean; recoveryCodes: number }) {
  const words = useTexts(bundle);
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<string[]>();
  const changes = ["/admin-api/system/user/profile/get"];
  const begin = useAct(
    async (body: { password: string }) => setBegun(await post(`${base}begin`, body)),
    [],
    words("begun"),
  );
  const confirm = useAct(
    async ({ code }: { code: string }) => {
      setCodes((await put(`${base}confirm`, { code })).recoveryCodes);
      setBegun(undefined);
    },
    changes,
    words("confirmed"),
  );
  const [proof] = Form.useForm<Proof>();
  const renew = useAct(
    async (body: Proof) => {
      setCodes((await put(`${base}recovery-codes`, body)).recoveryCodes);
      proof.resetFields();
    },
    changes,
    words("renewed"),
  );
  const disable = useAct((body: Proof) => put(`${base}disable`, body), changes, words("disabled"));
  /** Missing fields show their own error. */
  const withProof = (act: { mutate: (body: Proof) => void }) => () =>
    void proof.validateFields().then(act.mutate, () => undefined);
  const needed = { required: true, message: words("required") };
  return (
    <Card
      title={words("title")}
      extra={<Tag color={isOn ? "success" : "default"}>{words(isOn ? "on" : "off")}</Tag>}
      style={{ flex: "1 1 320px" }}
    >
      <Typography.Paragraph type="secondary">{words("why")}</Typography.Paragraph>
      {codes && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 16 }}
          title={words("codes")}
          description={
            <Flex vertical gap={12} align="start">
              <Typography.Paragraph copyable={{ text: codes.join("\n") }} style={{ margin: 0 }}>
                {codes.map((code) => (
                  <code key={code} style={{ display: "block" }}>
                    {code}
                  </code>
                ))}
              </Typography.Paragraph>
              <Button size="small" onClick={() => setCodes(undefined)}>
                {words("kept")}
              </Button>
            </Flex>
          }
        />
      )}
      {!isOn && !begun && (
        <Form<{ password: string }> layout="vertical" requiredMark={false} onFinish={(values) => begin.mutate(values)}>
          <Form.Item name="password" label={words("ownPassword")} rules={[needed]}>
            <Input.Password autoComplete="current-password" />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={begin.isPending}>
            {words("begin")}
          </Button>
        </Form>
      )}
      {!isOn && begun && (
        <Form<{ code: string }> layout="vertical" requiredMark={false} onFinish={(values) => confirm.mutate(values)}>
          <Typography.Paragraph>{words("scan")}</Typography.Paragraph>
          <img src={begun.qrDataUrl} alt={words("scan")} width={200} height={200} style={{ background: "#fff" }} />
          <Typography.Paragraph style={{ marginTop: 8 }}>
            {words("secret")}:{" "}
            <Typography.Text code copyable style={{ overflowWrap: "anywhere" }}>
              {begun.secret}
            </Typography.Text>
          </Typography.Paragraph>
          <Form.Item
            name="code"
            label={words("code")}
            rules={[{ required: true, pattern: /^\d{6}$/, message: words("sixDigits") }]}
          >
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} style={{ width: 160 }} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={confirm.isPending}>
            {words("confirm")}
          </Button>
        </Form>
      )}
      {isOn && (
        <>
          <Typography.Paragraph>{words("left", { count: recoveryCodes })}</Typography.Paragraph>
          <Form<Proof> form={proof} layout="vertical" requiredMark={false}>
            <Form.Item name="password" label={words("password")} rules={[needed]}>
              <Input.Password autoComplete="current-password" />
            </Form.Item>
            <Form.Item name="code" label={words("codeOrRecovery")} rules={[needed]}>
              <Input autoComplete="one-time-code" />
            </Form.Item>
            <Flex gap={8} wrap>
              <Button loading={renew.isPending} disabled={disable.isPending} onClick={withProof(renew)}>
                {words("renew")}
              </Button>
              <Button danger loading={disable.isPending} disabled={renew.isPending} onClick={withProof(disable)}>
                {words("disable")}
              </Button>
            </Flex>
          </Form>
        </>
      )}
    </Card>
  );
}
