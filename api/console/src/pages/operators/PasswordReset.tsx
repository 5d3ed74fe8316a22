import { Button, Form, Input } from "antd";
import { put } from "../../client/client";
import { useAct } from "../../client/queries";
import type { Unsaved } from "../../parts/fields/unsaved";
import { useTexts } from "../../texts/texts";

const bundle = {
  password: ["New password", "新密码"],
  rule: ["8 to 64 characters", "8–64 个字符"],
  hint: [
    "They are signed out immediately and set their own password at the next sign-in.",
    "对方将立即退出登录，并在下次登录时自行设置新密码。",
  ],
  save: ["Reset", "确定重置"],
  done: ["Password reset", "密码已重置"],
} as const;

export function PasswordReset({ id, unsaved, onDone }: { id: number; unsaved: Unsaved; onDone: () => void }) {
  const words = useTexts(bundle);
  const reset = useAct(
    async ({ password }: { password: string }) => {
      await put("/admin-api/system/user/update-password", { id, password });
      unsaved.kept();
      onDone();
    },
    ["/admin-api/system/user/"],
    words("done"),
  );
  return (
    <Form<{ password: string }>
      layout="vertical"
      requiredMark={false}
      onValuesChange={unsaved.changed}
      onFinish={(values) => reset.mutate(values)}
    >
      <Form.Item
        name="password"
        label={words("password")}
        extra={words("hint")}
        rules={[{ required: true, min: 8, max: 64, message: words("rule") }]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Button type="primary" danger htmlType="submit" loading={reset.isPending}>
        {words("save")}
      </Button>
    </Form>
  );
}
