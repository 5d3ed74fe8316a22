import { Alert, Button, Card, Flex, Form, Skeleton } from "antd";
import { useEffect } from "react";
import { put, type GetPath, type PutPath } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { versionIn } from "../../client/versions";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import { FieldItem, toForm, toWire, type Field } from "../fields/fields";
import { PageHead } from "../PageHead";
import { useUnsaved } from "../fields/unsaved";
import { wholeBody } from "../lists/wholeBody";

const bundle = {
  save: ["Save", "保存"],
  saved: ["Saved", "已保存"],
} as const;

export interface Section {
  /** The object's field with this name; missing to show the object's own fields. */
  name?: string;
  title?: Pair;
  fields: readonly Field[];
  /** Values for emptied fields that have no empty value of their own. */
  others?: Record<string, unknown>;
}

interface Props {
  title: string;
  /** The API's `<base>/get` and `<base>/save`. */
  base: string;
  /** The permission to save. */
  permission: string;
  sections: readonly Section[];
}

/** A form for a single object: read, changed and saved as a whole. */
export function KeptForm({ title, base, permission, sections }: Props) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const may = useMay();
  const [form] = Form.useForm<Record<string, unknown>>();
  const stored = useRead(`${base}/get` as GetPath);
  const data = stored.data as Record<string, unknown> | undefined;
  // Fields of two sections may have the same name.
  const keyOf = (section: Section, name: string) => (section.name ? `${section.name}.${name}` : name);
  const fieldsOf = (section: Section) =>
    section.fields.map((field) => ({ ...field, name: keyOf(section, field.name) }));
  useEffect(() => {
    if (!data) return;
    for (const section of sections) {
      const own = section.name ? ((data[section.name] ?? {}) as Record<string, unknown>) : data;
      const named = Object.fromEntries(section.fields.map(({ name }) => [keyOf(section, name), own[name]]));
      form.setFieldsValue(toForm(fieldsOf(section), named));
    }
  }, [data, form]);
  const bodyOf = (values: Record<string, unknown>): Record<string, unknown> => {
    const parts = sections.map((section) => {
      const own = Object.fromEntries(section.fields.map(({ name }) => [name, values[keyOf(section, name)]]));
      const sent = wholeBody(section.fields, toWire(section.fields, own), section.others);
      return section.name ? { [section.name]: sent } : sent;
    });
    return Object.assign({}, ...parts) as Record<string, unknown>;
  };
  const save = useAct(
    (values: Record<string, unknown>) =>
      put(`${base}/save` as PutPath, { ...bodyOf(values), ...versionIn(data) } as never),
    [`${base}/`],
    words("saved"),
  );
  const unsaved = useUnsaved(save.isPending);
  const mayChange = may(permission);
  return (
    <>
      <PageHead title={title}>
        {mayChange && (
          <Button type="primary" loading={save.isPending} onClick={() => form.submit()}>
            {words("save")}
          </Button>
        )}
      </PageHead>
      {stored.error && <Alert type="error" showIcon title={stored.error.message} style={{ marginBottom: 12 }} />}
      {stored.isPending && !stored.error && <Skeleton active />}
      <Form
        form={form}
        layout="vertical"
        disabled={!mayChange}
        onValuesChange={unsaved.changed}
        onFinish={(values) => save.mutate(values, { onSuccess: unsaved.kept })}
        hidden={!data}
      >
        <Flex vertical gap={16}>
          {sections.map((section, at) => (
            <Card
              key={at}
              {...(section.title ? { title: of(section.title) } : {})}
              styles={{ body: { maxWidth: 760 } }}
            >
              {fieldsOf(section).map((field) => (
                <FieldItem key={field.name} field={field} />
              ))}
            </Card>
          ))}
        </Flex>
        <input type="submit" hidden />
      </Form>
    </>
  );
}
