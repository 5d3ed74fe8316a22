import { useQueryClient } from "@tanstack/react-query";
import { Alert, Button, Flex, theme } from "antd";
import { useRead } from "../client/queries";
import { SecondFactor } from "../pages/account/SecondFactor";
import { usePageTitle } from "../parts/usePageTitle";
import { useTexts } from "../texts/texts";
import { signOut } from "./signOut";

const bundle = {
  title: ["Set up two-factor authentication", "请启用两步验证"],
  why: ["This shop requires it. Turn it on to continue.", "本商城要求启用两步验证，启用后方可继续。"],
  goOn: ["Continue to the console", "进入管理台"],
  signOut: ["Sign out", "退出登录"],
} as const;

/** When the shop requires a second factor, this is the only page open to operators without one. */
export function ForcedSecondFactor() {
  const words = useTexts(bundle);
  usePageTitle(words("title"));
  const client = useQueryClient();
  const { token } = theme.useToken();
  const own = useRead("/admin-api/system/user/profile/get").data;
  return (
    <Flex
      component="main"
      align="center"
      justify="center"
      style={{ minHeight: "100vh", background: token.colorBgLayout }}
    >
      <Flex vertical gap={16} style={{ width: 460, maxWidth: "100%" }}>
        <h1 style={{ fontSize: 18, margin: 0 }}>{words("title")}</h1>
        <Alert type="warning" showIcon title={words("why")} />
        {own && <SecondFactor isOn={own.totp} recoveryCodes={own.recoveryCodes} />}
        {/* Needs a click, because the recovery codes are shown only once. */}
        {own?.totp && (
          <Button type="primary" onClick={() => void client.invalidateQueries()}>
            {words("goOn")}
          </Button>
        )}
        <Button onClick={() => void signOut()}>{words("signOut")}</Button>
      </Flex>
    </Flex>
  );
}
