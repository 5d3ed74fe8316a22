import { Alert, Button, Card, Flex, Form, Input, theme, Typography } from "antd";
import { useState } from "react";
import { ApiError, post } from "../client/client";
import { markSignedIn, wasEnded } from "../client/signInMark";
import { usePageTitle } from "../parts/usePageTitle";
import { useTexts } from "../texts/texts";
import { Preferences } from "./Preferences";

const bundle = {
  title: ["Shop console", "商城管理台"],
  username: ["User name", "用户名"],
  password: ["Password", "密码"],
  totp: ["Authenticator code", "动态验证码"],
  totpHint: ["If enabled: six digits or a recovery code", "如已启用，请输入六位数字或恢复码"],
  submit: ["Sign in", "登录"],
  ended: [
    "You were signed out: your session ended or expired. You return to this page after signing in.",
    "登录已失效或被强制退出，重新登录后将回到当前页面。",
  ],
  required: ["This field is required", "请填写"],
} as const;

interface Credentials {
  username: string;
  password: string;
  totp?: string;
}

export function SignIn() {
  const words = useTexts(bundle);
  usePageTitle(words("submit"));
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { token } = theme.useToken();
  const signIn = async (credentials: Credentials) => {
    setBusy(true);
    setFault(undefined);
    try {
      await post("/admin-api/system/auth/browser-login", credentials);
      markSignedIn();
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Flex
      component="main"
      vertical
      align="center"
      justify="center"
      gap={16}
      style={{ minHeight: "100vh", background: token.colorBgLayout, padding: 16 }}
    >
      <Card style={{ width: 380, maxWidth: "100%" }}>
        <Typography.Title level={1} style={{ fontSize: 24, marginTop: 0 }}>
          {words("title")}
        </Typography.Title>
        {!fault && wasEnded() && <Alert type="warning" showIcon title={words("ended")} style={{ marginBottom: 16 }} />}
        {fault && <Alert type="error" showIcon title={fault} role="alert" style={{ marginBottom: 16 }} />}
        <Form<Credentials> layout="vertical" onFinish={signIn} requiredMark={false}>
          <Form.Item name="username" label={words("username")} rules={[{ required: true, message: words("required") }]}>
            <Input autoComplete="username" autoFocus />
          </Form.Item>
          <Form.Item name="password" label={words("password")} rules={[{ required: true, message: words("required") }]}>
            <Input.Password autoComplete="current-password" />
          </Form.Item>
          <Form.Item name="totp" label={words("totp")} extra={words("totpHint")}>
            <Input autoComplete="one-time-code" maxLength={11} />
          </Form.Item>
          <Button type="primary" htmlType="submit" block loading={busy}>
            {words("submit")}
          </Button>
        </Form>
      </Card>
      <Preferences />
    </Flex>
  );
}
