import { DatePicker, Form, Input, Select, Switch, type FormRule } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { cloneElement, isValidElement, type ReactNode } from "react";
import { useLanguage, useTexts, type Pair } from "../texts/texts";
import type { States } from "./figures";
import { NumberInput } from "./NumberInput";
import { numberFault, type Typed } from "./numbers";
import { PictureField, PicturesField } from "./PictureField";

/** A field of a form, named as the body's field is. Money is fen on the wire and yuan on the page; times are epoch ms. */
export interface Field {
  name: string;
  label: Pair;
  kind:
    | "text"
    | "longText"
    | "number"
    | "money"
    | "switch"
    | "state"
    | "select"
    | "tags"
    | "picture"
    | "pictures"
    | "time"
    | "custom";
  needed?: boolean;
  states?: States;
  options?: readonly { value: string | number; label: Pair | string }[];
  multiple?: boolean;
  min?: number;
  max?: number;
  hint?: Pair;
  initial?: unknown;
  /** What is wrong with a value of the form, if anything. */
  check?: (value: unknown) => Pair | undefined;
  /** For kind "custom": any control that takes `value` and `onChange`. */
  control?: ReactNode;
  /** Shown only while an existing row is changed, or only while a new one is made. */
  only?: "create" | "update";
}

const bundle = { needed: ["Please fill this in", "请填写"] } as const;

/** antd's Form.Item for a field. */
export function FieldItem({ field }: { field: Field }) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const label = of(field.label);
  return (
    <Form.Item
      name={field.name}
      label={label}
      {...(field.hint ? { extra: of(field.hint) } : {})}
      rules={[...(field.needed ? [{ required: true, message: words("needed") }] : []), ...checks(field, of)]}
      {...(field.kind === "switch" ? { valuePropName: "checked" } : {})}
      {...(field.initial === undefined ? {} : { initialValue: field.initial })}
    >
      <Control field={field} label={label} />
    </Form.Item>
  );
}

/** A form's rule by what is wrong with a value, if anything. */
export const ruleOf = (check: (value: unknown) => Pair | undefined, of: (pair: Pair) => string): FormRule => ({
  validator: async (_rule, value) => {
    const fault = check(value);
    if (fault) throw new Error(of(fault));
  },
});

const limitsOf = ({ kind, min, max }: Field) => ({ min, max, decimals: kind === "money" ? 2 : undefined });

function checks(field: Field, of: (pair: Pair) => string): FormRule[] {
  const { kind, check } = field;
  if (kind !== "number" && kind !== "money") return check ? [ruleOf(check, of)] : [];
  return [ruleOf((value) => numberFault(limitsOf(field), value as Typed) ?? check?.(value), of)];
}

/** `rest` is what the Form.Item hands down: id, value, onChange. */
function Control({ field, label, ...rest }: { field: Field; label: string }) {
  const { of } = useLanguage();
  switch (field.kind) {
    case "longText":
      return <Input.TextArea rows={4} {...rest} />;
    case "number":
      return <NumberInput {...limitsOf(field)} {...rest} />;
    case "money":
      return <NumberInput prefix="¥" money {...limitsOf(field)} {...rest} />;
    case "switch":
      return <Switch {...rest} />;
    case "time":
      return (
        <DatePicker
          showTime
          style={{ width: "100%" }}
          // Enter takes the time that was typed, and must not send the form as well.
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
          {...rest}
        />
      );
    case "tags":
      return <Select mode="tags" {...rest} />;
    case "picture":
      return <PictureField label={label} {...rest} />;
    case "pictures":
      return <PicturesField label={label} {...rest} />;
    case "state":
      return (
        <Select
          options={Object.entries(field.states ?? {}).map(([value, [pair]]) => ({
            value: Number(value),
            label: of(pair),
          }))}
          {...rest}
        />
      );
    case "select":
      return (
        <Select
          showSearch={{ optionFilterProp: "label" }}
          allowClear={!field.needed}
          {...(field.multiple ? { mode: "multiple" as const } : {})}
          options={(field.options ?? []).map(({ value, label: text }) => ({
            value,
            label: typeof text === "string" ? text : of(text),
          }))}
          {...rest}
        />
      );
    case "custom":
      return <CustomControl control={field.control} {...rest} />;
    default:
      return <Input {...rest} />;
  }
}

const CustomControl = ({ control, ...rest }: { control: ReactNode }) =>
  isValidElement(control) ? cloneElement(control, rest) : null;

/** The wire's values as the form's. */
export function toForm(fields: readonly Field[], row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const value = row[name];
      if (value === null || value === undefined) return [name, undefined];
      if (kind === "money") return [name, Number(value) / 100];
      if (kind === "time") return [name, dayjs(Number(value))];
      return [name, value];
    }),
  );
}

/** The form's values as the wire's: what was left empty is left out. */
export function toWire(fields: readonly Field[], values: Record<string, unknown>): Record<string, unknown> {
  const entries = fields.flatMap(({ name, kind }): [string, unknown][] => {
    const value = values[name];
    if (value === undefined || value === null || value === "") return [];
    // What was typed and is no number: the field refuses it.
    if ((kind === "money" || kind === "number") && typeof value === "string") return [];
    if (kind === "money") return [[name, Math.round(Number(value) * 100)]];
    if (kind === "time") return [[name, (value as Dayjs).valueOf()]];
    return [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** For updates, where what is left out stays as it is: what was emptied is sent as empty, `others` for the rest. */
export function withEmptied(
  fields: readonly Field[],
  sent: Record<string, unknown>,
  others: Record<string, unknown> = {},
): Record<string, unknown> {
  const empty = fields.flatMap(({ name, kind }): [string, unknown][] => {
    if (name in others) return [[name, others[name]]];
    if (kind === "text" || kind === "longText" || kind === "picture") return [[name, ""]];
    return kind === "tags" || kind === "pictures" ? [[name, []]] : [];
  });
  return { ...Object.fromEntries(empty), ...sent };
}
