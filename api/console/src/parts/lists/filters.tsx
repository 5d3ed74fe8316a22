import { Button, DatePicker, Form, Input, Select, Space } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useEffect, useId } from "react";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import { ruleOf } from "../fields/fields";
import type { States } from "../shown/figures";

/** A field of a page's filter; `name` is the query parameter. */
export type Filter =
  | { name: string; label: Pair; kind: "number" }
  /** Wide: shows a number of the shop or of a channel whole. */
  | { name: string; label: Pair; kind: "text"; isWide?: boolean }
  | { name: string; label: Pair; kind: "state"; states: States }
  | { name: string; label: Pair; kind: "select"; options: readonly { value: string; label: Pair }[] }
  | { name: string; label: Pair; kind: "yesNo" }
  | { name: string; label: Pair; kind: "time" }
  /** Whole days of the shop, yyyy-MM-dd; both are included. */
  | { name: string; label: Pair; kind: "days" };

const bundle = {
  search: ["Search", "查询"],
  clear: ["Clear", "重置"],
  yes: ["Yes", "是"],
  no: ["No", "否"],
  today: ["Today", "今天"],
  week: ["Last 7 days", "近 7 天"],
  month: ["Last 30 days", "近 30 天"],
} as const;
/** At most as wide as a phone, beside its label. */
const range = { maxWidth: "calc(100vw - 150px)" };
const notANumber: Pair = ["Digits only", "只能填写数字"];

export type FilterValues = Record<string, string | string[] | undefined>;

/** The error of a filter's value, if any: it prevents the search. */
export function filterFault({ kind }: Filter, value: string | string[] | undefined): Pair | undefined {
  if (kind !== "number" || value === undefined) return undefined;
  return /^\d{1,15}$/.test(String(value)) ? undefined : notANumber;
}

/** The filter above a table. Its values are in the address, so that they can be bookmarked and shared. */
export function Filters({
  filters,
  values,
  onChange,
}: {
  filters: readonly Filter[];
  values: FilterValues;
  onChange: (values: FilterValues) => void;
}) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const [form] = Form.useForm();
  const name = useId();
  const shown = JSON.stringify(values);
  useEffect(() => {
    form.setFieldsValue(
      Object.fromEntries(filters.map((filter) => [filter.name, asField(filter, values[filter.name])])),
    );
    // The address may contain values that were never validated.
    void form.validateFields().catch(() => undefined);
    // Compares the values as text, because their object is new each time.
  }, [form, shown]);
  const submit = (fields: Record<string, unknown>) =>
    onChange(Object.fromEntries(filters.map((filter) => [filter.name, asQuery(filter, fields[filter.name])])));
  const ranges = [
    { label: words("today"), value: [dayjs().startOf("day"), dayjs().endOf("day")] as [Dayjs, Dayjs] },
    {
      label: words("week"),
      value: [dayjs().subtract(6, "day").startOf("day"), dayjs().endOf("day")] as [Dayjs, Dayjs],
    },
    {
      label: words("month"),
      value: [dayjs().subtract(29, "day").startOf("day"), dayjs().endOf("day")] as [Dayjs, Dayjs],
    },
  ];
  const control = (filter: Filter) => {
    if (filter.kind === "number") return <Input inputMode="numeric" allowClear style={{ width: 150 }} />;
    if (filter.kind === "time")
      return <DatePicker.RangePicker showTime presets={ranges} allowEmpty={[true, true]} style={range} />;
    if (filter.kind === "days") return <DatePicker.RangePicker allowEmpty={[true, true]} style={range} />;
    if (filter.kind === "text") return <Input allowClear style={{ width: filter.isWide ? 260 : 170 }} />;
    return (
      <Select
        showSearch={{ optionFilterProp: "label" }}
        allowClear
        options={optionsOf(filter)}
        popupMatchSelectWidth={false}
        style={{ width: 150 }}
      />
    );
  };
  const optionsOf = (filter: Filter): { value: string; label: string }[] => {
    if (filter.kind === "state")
      return Object.entries(filter.states).map(([value, [pair]]) => ({ value, label: of(pair) }));
    if (filter.kind === "select") return filter.options.map(({ value, label }) => ({ value, label: of(label) }));
    return [
      { value: "true", label: words("yes") },
      { value: "false", label: words("no") },
    ];
  };
  return (
    <Form
      form={form}
      name={name}
      layout="inline"
      onFinish={submit}
      role="search"
      style={{ rowGap: 12, marginBottom: 16 }}
    >
      {filters.map((filter) => (
        <Form.Item
          key={filter.name}
          name={filter.name}
          label={of(filter.label)}
          rules={[ruleOf((value) => filterFault(filter, asQuery(filter, value)), of)]}
        >
          {control(filter)}
        </Form.Item>
      ))}
      <Space>
        <Button type="primary" htmlType="submit">
          {words("search")}
        </Button>
        <Button onClick={() => onChange({})}>{words("clear")}</Button>
      </Space>
    </Form>
  );
}

function asField(filter: Filter, value: string | string[] | undefined): unknown {
  if (value === undefined) return undefined;
  if (filter.kind !== "time" && filter.kind !== "days") return value;
  const [from, to] = Array.isArray(value) ? value : [value];
  if (filter.kind === "days") return [from ? dayjs(from) : null, to ? dayjs(to) : null];
  return [from ? dayjs(Number(from)) : null, to ? dayjs(Number(to)) : null];
}

function asQuery(filter: Filter, value: unknown): string | string[] | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  // Full-width digits of an input method count as digits.
  if (filter.kind === "number") return String(value).normalize("NFKC").trim() || undefined;
  if (filter.kind !== "time" && filter.kind !== "days") return String(value).trim();
  const [from, to] = value as [Dayjs | null, Dayjs | null];
  if (!from && !to) return undefined;
  if (filter.kind === "days")
    return [from?.format("YYYY-MM-DD") ?? "2000-01-01", ...(to ? [to.format("YYYY-MM-DD")] : [])];
  return [String(from?.valueOf() ?? 0), ...(to ? [String(to.valueOf())] : [])];
}
