import { Alert, Button, Card, Flex, Form, Input, Skeleton, Space } from "antd";
import { del, put } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { Moment } from "../../parts/shown/figures";
import { PageHead } from "../../parts/PageHead";
import { Tags } from "../../parts/shown/Tags";
import { PasswordForm } from "../../shell/PasswordForm";
import { useUnsaved } from "../../parts/fields/unsaved";
import { useTexts } from "../../texts/texts";
import { SessionTable } from "../audit/SessionTable";
import { SecondFactor } from "./SecondFactor";

const bundle = {
  title: ["My account", "我的账号"],
  profile: ["Profile", "个人资料"],
  username: ["User name", "用户名"],
  roles: ["Roles", "角色"],
  login: ["Last sign-in", "最近登录"],
  nickname: ["Name", "姓名"],
  mobile: ["Mobile", "手机号"],
  email: ["Email", "邮箱"],
  required: ["This field is required", "请填写"],
  save: ["Save", "保存"],
  saved: ["Saved", "已保存"],
  password: ["Password", "修改密码"],
  sessions: ["Active sessions", "登录中的设备"],
  ended: ["Signed out", "已退出"],
} as const;
const base = "/admin-api/system/user/profile/";
interface Profile {
  nickname: string;
  mobile?: string;
  email?: string;
}

export default function AccountPage() {
  const words = useTexts(bundle);
  const read = useRead(`${base}get`);
  const sessions = useRead(`${base}session/list`);
  const save = useAct(
    ({ nickname, mobile, email }: Profile) =>
      put(`${base}update`, { nickname, mobile: mobile || null, email: email || null }),
    [base, "/admin-api/system/auth/get-permission-info"],
    words("saved"),
  );
  const end = useAct((id: number) => del(`${base}session/delete`, { id }), [`${base}session/`], words("ended"));
  const unsaved = useUnsaved(save.isPending);
  const own = read.data;
  if (!own) return read.error ? <Alert type="error" showIcon title={read.error.message} /> : <Skeleton active />;
  return (
    <>
      <PageHead title={words("title")} />
      <Flex vertical gap={16}>
        <Flex wrap gap={16} align="stretch">
          <Card title={words("profile")} style={{ flex: "1 1 360px" }}>
            <dl style={{ display: "grid", gridTemplateColumns: "auto 1fr", gap: "6px 16px", margin: "0 0 16px" }}>
              <dt style={{ opacity: 0.7 }}>{words("username")}</dt>
              <dd style={{ margin: 0 }}>{own.username}</dd>
              <dt style={{ opacity: 0.7 }}>{words("roles")}</dt>
              <dd style={{ margin: 0 }}>
                <Tags words={own.roles.map(({ name }) => name)} />
              </dd>
              <dt style={{ opacity: 0.7 }}>{words("login")}</dt>
              <dd style={{ margin: 0 }}>
                <Space wrap>
                  <Moment ms={own.loginDate} />
                  {own.loginIp}
                </Space>
              </dd>
            </dl>
            <Form<Profile>
              layout="vertical"
              requiredMark={false}
              initialValues={{ nickname: own.nickname, mobile: own.mobile ?? "", email: own.email ?? "" }}
              onValuesChange={unsaved.changed}
              onFinish={(values) => save.mutate(values, { onSuccess: unsaved.kept })}
            >
              <Form.Item
                name="nickname"
                label={words("nickname")}
                rules={[{ required: true, message: words("required") }]}
              >
                <Input maxLength={30} autoComplete="name" />
              </Form.Item>
              <Form.Item name="mobile" label={words("mobile")}>
                <Input autoComplete="tel" />
              </Form.Item>
              <Form.Item name="email" label={words("email")}>
                <Input autoComplete="email" />
              </Form.Item>
              <Button type="primary" htmlType="submit" loading={save.isPending}>
                {words("save")}
              </Button>
            </Form>
          </Card>
          <Card title={words("password")} style={{ flex: "1 1 320px" }}>
            <PasswordForm onChanged={() => void sessions.refetch()} />
          </Card>
          <SecondFactor isOn={own.totp} recoveryCodes={own.recoveryCodes} />
        </Flex>
        <Card title={words("sessions")}>
          <SessionTable
            read={sessions}
            mayEnd
            ending={end.isPending ? end.variables : undefined}
            onEnd={(id) => end.mutate(id)}
          />
        </Card>
      </Flex>
    </>
  );
}
