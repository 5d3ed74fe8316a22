import { Button, Form, Input } from "antd";
import { put } from "../client/client";
import { useAct } from "../client/queries";
import { useUnsaved } from "../parts/fields/unsaved";
import { useTexts } from "../texts/texts";

const bundle = {
  old: ["Current password", "当前密码"],
  next: ["New password", "新密码"],
  again: ["Confirm new password", "再次输入新密码"],
  save: ["Change password", "修改密码"],
  changed: ["Password changed. Other sessions were signed out.", "密码已修改，其他登录已退出。"],
  required: ["This field is required", "请填写"],
  differs: ["Passwords do not match", "两次输入不一致"],
} as const;

interface Passwords {
  oldPassword: string;
  newPassword: string;
  again: string;
}

export function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const words = useTexts(bundle);
  const [form] = Form.useForm<Passwords>();
  const change = useAct(
    async ({ oldPassword, newPassword }: Passwords) => {
      await put("/admin-api/system/user/profile/update-password", { oldPassword, newPassword });
      form.resetFields();
      unsaved.kept();
      onChanged();
    },
    [],
    words("changed"),
  );
  const unsaved = useUnsaved(change.isPending);
  const needed = { required: true, message: words("required") };
  return (
    <Form<Passwords>
      form={form}
      layout="vertical"
      requiredMark={false}
      onValuesChange={unsaved.changed}
      onFinish={(values) => change.mutate(values)}
    >
      <Form.Item name="oldPassword" label={words("old")} rules={[needed]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item name="newPassword" label={words("next")} rules={[needed]}>
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="again"
        label={words("again")}
        dependencies={["newPassword"]}
        rules={[
          needed,
          ({ getFieldValue }) => ({
            validator: async (_rule, value) => {
              if (value && value !== getFieldValue("newPassword")) throw new Error(words("differs"));
            },
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={change.isPending}>
        {words("save")}
      </Button>
    </Form>
  );
}
