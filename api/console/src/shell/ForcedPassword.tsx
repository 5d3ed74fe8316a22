import { useQueryClient } from "@tanstack/react-query";
import { Alert, Card, Flex, theme } from "antd";
import { usePageTitle } from "../parts/usePageTitle";
import { useTexts } from "../texts/texts";
import { PasswordForm } from "./PasswordForm";

const bundle = {
  title: ["Set your own password", "请设置自己的密码"],
  why: ["Your password was set by someone else. Change it to continue.", "当前密码由他人设置，修改后方可继续。"],
} as const;

export function ForcedPassword() {
  const words = useTexts(bundle);
  usePageTitle(words("title"));
  const client = useQueryClient();
  const { token } = theme.useToken();
  return (
    <Flex
      component="main"
      align="center"
      justify="center"
      style={{ minHeight: "100vh", background: token.colorBgLayout }}
    >
      <Card
        title={<h1 style={{ fontSize: 18, margin: 0 }}>{words("title")}</h1>}
        style={{ width: 420, maxWidth: "100%" }}
      >
        <Alert type="warning" showIcon title={words("why")} style={{ marginBottom: 16 }} />
        <PasswordForm onChanged={() => void client.invalidateQueries()} />
      </Card>
    </Flex>
  );
}
