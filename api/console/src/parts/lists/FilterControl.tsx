import { Input, Select } from "antd";
import type { Dayjs } from "dayjs";
import { useLanguage, useTexts } from "../../texts/texts";
import { SpanField } from "../fields/lateFields";
import { asField, isSpan, type Filter } from "./filters";

const bundle = {
  yes: ["Yes", "是"],
  no: ["No", "否"],
  from: ["from {{from}}", "{{from}} 起"],
} as const;

function useOptions(): (filter: Filter) => { value: string; label: string }[] {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  return (filter) => {
    if (filter.kind === "state")
      return Object.entries(filter.states).map(([value, [pair]]) => ({ value, label: of(pair) }));
    if (filter.kind === "select") return filter.options.map(({ value, label }) => ({ value, label: of(label) }));
    return [
      { value: "true", label: words("yes") },
      { value: "false", label: words("no") },
    ];
  };
}

/** A filter's value as one reads it. */
export function useFilterText(): (filter: Filter, value: string | string[]) => string {
  const words = useTexts(bundle);
  const optionsOf = useOptions();
  return (filter, value) => {
    if (isSpan(filter)) {
      const form = filter.kind === "days" ? "YYYY-MM-DD" : "YYYY-MM-DD HH:mm";
      const [from, to] = asField(filter, value) as [Dayjs | null, Dayjs | null];
      if (!to) return words("from", { from: from?.format(form) });
      return `${from?.valueOf() ? from.format(form) : "…"} – ${to.format(form)}`;
    }
    if (filter.kind === "number" || filter.kind === "text") return String(value);
    return optionsOf(filter).find((option) => option.value === value)?.label ?? String(value);
  };
}

interface Props {
  filter: Filter;
  /** Above the list: its label stands in the field. */
  isQuick?: boolean;
  /** Of the form's item. */
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
}

/** The field of a filter. */
export function FilterControl({ filter, isQuick = false, ...item }: Props) {
  const { of } = useLanguage();
  const optionsOf = useOptions();
  const label = of(filter.label);
  const named = isQuick ? { "aria-label": label, placeholder: label } : {};
  const width = (wide: number) => ({ width: isQuick ? wide : "100%" });
  const same = item as object;
  if (filter.kind === "number") return <Input {...same} {...named} inputMode="numeric" allowClear style={width(140)} />;
  if (filter.kind === "text") return <Input {...same} {...named} allowClear style={width(filter.isWide ? 200 : 140)} />;
  if (isSpan(filter)) return <SpanField {...same} {...(isQuick ? { label } : {})} withTime={filter.kind === "time"} />;
  return (
    <Select
      {...same}
      {...named}
      showSearch={{ optionFilterProp: "label" }}
      allowClear
      options={optionsOf(filter)}
      popupMatchSelectWidth={false}
      style={width(140)}
    />
  );
}
