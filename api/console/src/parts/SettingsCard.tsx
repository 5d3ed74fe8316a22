import { Alert, Button, Card, Form, Skeleton } from "antd";
import { useId } from "react";
import { useTexts } from "../texts/texts";
import { FieldItem, toForm, toWire, type Field } from "./fields";

const bundle = { save: ["Save", "保存"] } as const;

interface Props {
  fields: readonly Field[];
  /** As it stands; undefined while it is being read. */
  values: Record<string, unknown> | undefined;
  error?: Error | null;
  mayChange: boolean;
  busy: boolean;
  onSave: (body: Record<string, unknown>) => void;
}

/** Settings that the shop has once: a form that is always there. */
export function SettingsCard({ values, error, ...rest }: Props) {
  if (error) return <Alert type="error" showIcon title={error.message} />;
  return (
    <Card style={{ maxWidth: 760 }}>{values ? <SettingsForm values={values} {...rest} /> : <Skeleton active />}</Card>
  );
}

function SettingsForm({
  fields,
  values,
  mayChange,
  busy,
  onSave,
}: Omit<Props, "values" | "error"> & { values: Record<string, unknown> }) {
  const words = useTexts(bundle);
  const [form] = Form.useForm<Record<string, unknown>>();
  return (
    <Form
      form={form}
      name={useId()}
      layout="vertical"
      disabled={!mayChange}
      initialValues={toForm(fields, values)}
      onFinish={(entered) => onSave(toWire(fields, entered))}
    >
      {fields.map((field) => (
        <FieldItem key={field.name} field={field} />
      ))}
      {mayChange && (
        <Button type="primary" htmlType="submit" loading={busy}>
          {words("save")}
        </Button>
      )}
    </Form>
  );
}
