import { Button, Drawer, Form, Space } from "antd";
import { useEffect, useId, type ReactNode } from "react";
import { useTexts } from "../../texts/texts";
import { FieldItem, toForm, toWire, type Field } from "../fields/fields";
import { useUnsaved } from "../fields/unsaved";

const bundle = {
  save: ["Save", "保存"],
  cancel: ["Cancel", "取消"],
} as const;

/** The fields, or a function of the values entered so far. */
export type FieldsOf = readonly Field[] | ((entered: Record<string, unknown>) => readonly Field[]);

interface Props {
  title: string;
  open: boolean;
  fields: FieldsOf;
  /** Initial values, in the API's format. */
  row?: Record<string, unknown> | undefined;
  busy: boolean;
  onSave: (body: Record<string, unknown>) => void;
  onClose: () => void;
  width?: number;
  children?: ReactNode;
}

/** A form in a drawer, with plain fields. */
export function FormDrawer({ title, open, fields, row, busy, onSave, onClose, width = 480, children }: Props) {
  const words = useTexts(bundle);
  const [form] = Form.useForm<Record<string, unknown>>();
  // Unique, so that no other form of the page has fields with the same ids.
  const name = useId();
  const unsaved = useUnsaved(busy);
  const close = () => unsaved.leave(onClose);
  const fieldsFor = (values: Record<string, unknown>) => (typeof fields === "function" ? fields(values) : fields);
  useEffect(() => {
    unsaved.kept();
    if (!open) return;
    form.resetFields();
    if (row) form.setFieldsValue(toForm(fieldsFor(row), row));
  }, [open, row, form, unsaved]);
  const entered = (Form.useWatch([], form) ?? {}) as Record<string, unknown>;
  return (
    <Drawer
      title={title}
      open={open}
      onClose={close}
      size={width}
      forceRender
      extra={
        <Space>
          <Button onClick={close}>{words("cancel")}</Button>
          <Button type="primary" loading={busy} onClick={() => form.submit()}>
            {words("save")}
          </Button>
        </Space>
      }
    >
      {children}
      <Form
        form={form}
        name={name}
        layout="vertical"
        onValuesChange={unsaved.changed}
        onFinish={(values) => onSave(toWire(fieldsFor(values), values))}
      >
        {fieldsFor(entered).map((field) => (
          <FieldItem key={field.name} field={field} />
        ))}
        <input type="submit" hidden />
      </Form>
    </Drawer>
  );
}
