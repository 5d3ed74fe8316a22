import { Form, Input, Select, Switch, type FormRule } from "antd";
import type { Dayjs } from "dayjs";
import { cloneElement, isValidElement, type ReactNode } from "react";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import type { States } from "../shown/figures";
import { asShopTime, shopTime } from "../shown/shopTime";
import { MomentField, PictureField, PicturesField } from "./lateFields";
import { NumberInput } from "./NumberInput";
import { numberFault, type Typed } from "./numbers";

/** A form field, named as in the request body. Money is fen in the API and yuan on the page; times are epoch ms. */
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
  /** The error of a value, if any. */
  check?: (value: unknown) => Pair | undefined;
  /** For kind "custom": any control with `value` and `onChange`. */
  control?: ReactNode;
  /** Shown only when updating, or only when creating. */
  only?: "create" | "update";
}

const bundle = { needed: ["This field is required", "请填写"] } as const;

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

/** A form rule from a check function. */
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

/** `rest` comes from Form.Item: id, value, onChange. */
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
      return <MomentField {...rest} />;
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

/** Converts the API's values to the form's. */
export function toForm(fields: readonly Field[], row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const value = row[name];
      if (value === null || value === undefined) return [name, undefined];
      if (kind === "money") return [name, Number(value) / 100];
      if (kind === "time") return [name, shopTime(Number(value))];
      return [name, value];
    }),
  );
}

/** Converts the form's values to the API's: empty ones are omitted. */
export function toWire(fields: readonly Field[], values: Record<string, unknown>): Record<string, unknown> {
  const entries = fields.flatMap(({ name, kind }): [string, unknown][] => {
    const value = values[name];
    if (value === undefined || value === null || value === "") return [];
    // Not a number: the field shows the error.
    if ((kind === "money" || kind === "number") && typeof value === "string") return [];
    if (kind === "money") return [[name, Math.round(Number(value) * 100)]];
    if (kind === "time") return [[name, asShopTime(value as Dayjs).valueOf()]];
    return [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** For updates, where omitted fields stay unchanged: emptied ones are sent as empty, or as in `others`. */
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
