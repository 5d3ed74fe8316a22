import { Alert, Button, Flex, Spin } from "antd";
import { ownInfo } from "../client/ownInfo";
import { useRead } from "../client/queries";
import { useTexts } from "../texts/texts";
import { ForcedPassword } from "./ForcedPassword";
import { ForcedSecondFactor } from "./ForcedSecondFactor";
import { OperatorContext } from "./operator";
import { Shell } from "./Shell";
import { signOut } from "./signOut";

const bundle = {
  retry: ["Try again", "重试"],
  signOut: ["Sign out", "退出登录"],
} as const;

export function SignedIn() {
  const words = useTexts(bundle);
  const info = useRead(ownInfo);
  if (info.data)
    return (
      <OperatorContext value={info.data}>
        {info.data.mustChangePassword ? (
          <ForcedPassword />
        ) : info.data.mustSetUpSecondFactor ? (
          <ForcedSecondFactor />
        ) : (
          <Shell />
        )}
      </OperatorContext>
    );
  return (
    <Flex component="main" vertical align="center" justify="center" gap={16} style={{ minHeight: "100vh" }}>
      {info.error ? (
        <>
          <Alert type="error" showIcon title={info.error.message} />
          <Flex gap={8}>
            <Button type="primary" onClick={() => void info.refetch()}>
              {words("retry")}
            </Button>
            <Button onClick={() => void signOut()}>{words("signOut")}</Button>
          </Flex>
        </>
      ) : (
        <Spin size="large" />
      )}
    </Flex>
  );
}
