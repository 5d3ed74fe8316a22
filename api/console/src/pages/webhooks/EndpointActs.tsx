import { KeyOutlined } from "@ant-design/icons";
import { Alert, App, Button, Flex, Modal, Typography } from "antd";
import { useState } from "react";
import { get, post, put, type RowOf } from "../../client/client";
import { ActButton } from "../../parts/acts/ActButton";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  test: ["Send test", "发送测试"],
  testQuestion: ["Send a test event to this address?", "确定向该地址发送测试事件吗？"],
  tested: ["Test event sent: see its deliveries", "已发送测试事件，结果见投递记录"],
  secret: ["Secret", "密钥"],
  secretOf: ["Secret of {{name}}", "{{name}} 的密钥"],
  secretHint: [
    "Signs what is sent to this address. Give it to its owner alone.",
    "用于签名发往该地址的事件，请只提供给其负责人。",
  ],
  rotate: ["Rotate secret", "更换密钥"],
  rotateQuestion: [
    "Rotate the secret? For 24 hours both the new and the old one sign.",
    "确定更换密钥吗？24 小时内新旧密钥同时签名。",
  ],
  rotated: ["Secret rotated", "密钥已更换"],
  close: ["Close", "关闭"],
} as const;
const changes = ["/admin-api/infra/webhook"];

/** Tries an endpoint, and shows or replaces its secret. */
export function EndpointActs({ endpoint: { id, name } }: { endpoint: RowOf<"/admin-api/infra/webhook/page"> }) {
  const words = useTexts(bundle);
  const may = useMay();
  const { notification } = App.useApp();
  const [secret, setSecret] = useState<string>();
  const show = async () => {
    try {
      setSecret((await get("/admin-api/infra/webhook/get-secret", { id })).secret);
    } catch (error) {
      notification.error({ title: (error as Error).message });
    }
  };
  return (
    <Flex gap={8} wrap>
      {may("infra:webhook:update") && (
        <ActButton
          question={words("testQuestion")}
          act={() => post("/admin-api/infra/webhook/test", { id })}
          changes={changes}
          done={words("tested")}
        >
          {words("test")}
        </ActButton>
      )}
      {may("infra:webhook:secret") && (
        <>
          <Button size="small" icon={<KeyOutlined aria-hidden />} onClick={() => void show()}>
            {words("secret")}
          </Button>
          <ActButton
            question={words("rotateQuestion")}
            act={async () => {
              await put("/admin-api/infra/webhook/rotate-secret", { id });
              await show();
            }}
            changes={changes}
            done={words("rotated")}
          >
            {words("rotate")}
          </ActButton>
        </>
      )}
      <Modal
        title={words("secretOf", { name })}
        open={secret !== undefined}
        onCancel={() => setSecret(undefined)}
        footer={<Button onClick={() => setSecret(undefined)}>{words("close")}</Button>}
      >
        <Alert type="warning" showIcon title={words("secretHint")} style={{ margin: "12px 0" }} />
        <Typography.Text copyable code style={{ overflowWrap: "anywhere" }}>
          {secret ?? ""}
        </Typography.Text>
      </Modal>
    </Flex>
  );
}
