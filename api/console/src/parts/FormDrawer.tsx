import { Button, Drawer, Form, Space } from "antd";
import { useEffect, type ReactNode } from "react";
import { useTexts } from "../texts/texts";
import { FieldItem, toForm, toWire, type Field } from "./fields";

const bundle = {
  save: ["Save", "保存"],
  cancel: ["Cancel", "取消"],
} as const;

interface Props {
  title: string;
  open: boolean;
  fields: readonly Field[];
  /** The wire's values to begin with. */
  row?: Record<string, unknown> | undefined;
  busy: boolean;
  onSave: (body: Record<string, unknown>) => void;
  onClose: () => void;
  width?: number;
  children?: ReactNode;
}

/** A form at the side of the page, of plain fields. */
export function FormDrawer({ title, open, fields, row, busy, onSave, onClose, width = 480, children }: Props) {
  const words = useTexts(bundle);
  const [form] = Form.useForm<Record<string, unknown>>();
  useEffect(() => {
    if (!open) return;
    form.resetFields();
    if (row) form.setFieldsValue(toForm(fields, row));
  }, [open, row, form]);
  return (
    <Drawer
      title={title}
      open={open}
      onClose={onClose}
      size={width}
      forceRender
      extra={
        <Space>
          <Button onClick={onClose}>{words("cancel")}</Button>
          <Button type="primary" loading={busy} onClick={() => form.submit()}>
            {words("save")}
          </Button>
        </Space>
      }
    >
      {children}
      <Form form={form} layout="vertical" onFinish={(values) => onSave(toWire(fields, values))}>
        {fields.map((field) => (
          <FieldItem key={field.name} field={field} />
        ))}
        <input type="submit" hidden />
      </Form>
    </Drawer>
  );
}
