import { App, Button, Form, Modal, type ButtonProps } from "antd";
import { useEffect, useId, useState, type ReactNode } from "react";
import { useAct } from "../../client/queries";
import { useTexts } from "../../texts/texts";
import { FieldItem, toForm, toWire, type Field } from "../fields/fields";
import { useUnsaved } from "../fields/unsaved";

const bundle = {
  cancel: ["Cancel", "取消"],
} as const;

type FieldsOf = readonly Field[] | ((entered: Record<string, unknown>) => readonly Field[]);

interface Props<B extends object> extends Omit<ButtonProps, "title" | "onClick"> {
  label: string;
  /** The dialog's title; default: the button's label. */
  heading?: string;
  /** Or a function of the values entered so far. */
  fields: FieldsOf;
  /** Initial values, in the API's format. */
  row?: Record<string, unknown>;
  /** Or reads them each time it is opened, for a form that others may change. */
  load?: () => Promise<Record<string, unknown>>;
  /** Shown above the fields; depends on the values. */
  intro?: (body: Partial<B>) => ReactNode;
  /** A confirmation before sending, for example with the amount of money. */
  question?: (body: B) => string;
  /** `loaded`: what `load` has read. */
  act: (body: B, loaded: Record<string, unknown>) => Promise<unknown>;
  changes: string[];
  done: string;
}

/** A button whose action needs input, which a dialog requests. */
export function ActDialog<B extends object>({
  label,
  heading,
  fields,
  row,
  load,
  intro,
  question,
  act,
  changes,
  done,
  ...button
}: Props<B>) {
  const words = useTexts(bundle);
  const { modal } = App.useApp();
  const [open, setOpen] = useState(false);
  const form = useId();
  const [loaded, setLoaded] = useState<Record<string, unknown>>({});
  const opening = useAct(async (read: typeof load) => {
    if (read) setLoaded(await read());
    setOpen(true);
  }, []);
  const send = useAct(
    async (body: B) => {
      await act(body, loaded);
      unsaved.kept();
      setOpen(false);
    },
    changes,
    done,
  );
  const unsaved = useUnsaved(send.isPending);
  const submit = (body: B) => {
    if (!question) return send.mutate(body);
    modal.confirm({
      title: question(body),
      okText: label,
      cancelText: words("cancel"),
      okButtonProps: { danger: button.danger === true },
      // The error was shown: the dialog stays open with the entered values.
      onOk: () => send.mutateAsync(body).catch(() => undefined),
    });
  };
  return (
    <>
      <Button {...button} onClick={() => opening.mutate(load)}>
        {label}
      </Button>
      <Modal
        title={heading ?? label}
        open={open}
        onCancel={() => unsaved.leave(() => setOpen(false))}
        okText={label}
        cancelText={words("cancel")}
        okButtonProps={{ htmlType: "submit", form, danger: button.danger === true }}
        confirmLoading={send.isPending}
        destroyOnHidden
      >
        <Fields
          id={form}
          fields={fields}
          {...(load ? { row: loaded } : row ? { row } : {})}
          {...(intro ? { intro: intro as (body: object) => ReactNode } : {})}
          onChanged={unsaved.changed}
          onSubmit={(body) => submit(body as B)}
        />
      </Modal>
    </>
  );
}

interface FieldsProps {
  id: string;
  fields: FieldsOf;
  row?: Record<string, unknown>;
  intro?: (body: object) => ReactNode;
  onChanged: () => void;
  onSubmit: (body: object) => void;
}

function Fields({ id, fields, row, intro, onChanged, onSubmit }: FieldsProps) {
  const [form] = Form.useForm<Record<string, unknown>>();
  const entered = (Form.useWatch([], form) ?? {}) as Record<string, unknown>;
  const fieldsFor = (values: Record<string, unknown>) => (typeof fields === "function" ? fields(values) : fields);
  const shown = fieldsFor(entered);
  // At once, not when the dialog has unfolded: a quick operator's key for a button would land in the field.
  useEffect(() => {
    document.getElementById(id)?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, [id]);
  return (
    <Form
      id={id}
      // Prefixes the ids of its fields, so that they differ from other forms'.
      name={id}
      form={form}
      layout="vertical"
      preserve={false}
      onValuesChange={onChanged}
      {...(row ? { initialValues: toForm(shown, row) } : {})}
      onFinish={(values) => onSubmit(toWire(fieldsFor(values), values))}
      style={{ marginTop: 12 }}
    >
      {intro?.(toWire(shown, entered))}
      {shown.map((field) => (
        <FieldItem key={field.name} field={field} />
      ))}
    </Form>
  );
}
