import { FilterOutlined, SearchOutlined } from "@ant-design/icons";
import { Button, Flex, Form, Grid } from "antd";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { useLanguage, useTexts } from "../../texts/texts";
import { ruleOf } from "../fields/fields";
import { FilterChips } from "./FilterChips";
import { FilterControl } from "./FilterControl";
import { FilterDrawer } from "./FilterDrawer";
import { asField, asQuery, filterFault, quickOf, type Filter, type FilterValues } from "./filters";

const bundle = {
  search: ["Search", "查询"],
  more: ["More filters", "更多筛选"],
  filters: ["Filters", "筛选"],
  count: ["{{words}} ({{count}})", "{{words}}（{{count}}）"],
} as const;

interface Props {
  filters: readonly Filter[];
  values: FilterValues;
  onChange: (values: FilterValues) => void;
  /** At the end of the line. */
  children: ReactNode;
}

/**
 * The filter above a list: its first fields in one line, the others in a drawer, those that are set as chips. Its values
 * are in the address, so that they can be bookmarked and shared.
 */
export function FilterBar({ filters, values, onChange, children }: Props) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const { xl = true, md = true } = Grid.useBreakpoint();
  const [isOpen, setIsOpen] = useState(false);
  const [form] = Form.useForm();
  const name = useId();
  const quick = quickOf(filters, xl ? 3 : md ? 2 : 1);
  const names = new Set(quick.map((filter) => filter.name));
  const others = filters.filter((filter) => !names.has(filter.name));
  const shown = JSON.stringify([[...names], values]);
  const before = useRef<Record<string, string>>({});
  useEffect(() => {
    const now = Object.fromEntries(quick.map((filter) => [filter.name, JSON.stringify(values[filter.name] ?? null)]));
    // What is typed and not yet searched for stays, where the address says nothing new of it.
    const changed = quick.filter((filter) => now[filter.name] !== before.current[filter.name]);
    before.current = now;
    form.setFieldsValue(
      Object.fromEntries(changed.map((filter) => [filter.name, asField(filter, values[filter.name])])),
    );
    // The address may contain values that were never validated.
    void form.validateFields().catch(() => undefined);
    // Compares the values as text, because their object is new each time.
  }, [form, shown]);
  /** What stands in the fields, searched for or not. */
  const typed = (): FilterValues => {
    const fields = form.getFieldsValue() as Record<string, unknown>;
    return Object.fromEntries(quick.map((filter) => [filter.name, asQuery(filter, fields[filter.name])]));
  };
  const more = words(md ? "more" : "filters");
  const count = others.filter((filter) => values[filter.name] !== undefined).length;
  return (
    <>
      <Flex gap={8} wrap justify="space-between" className="list-bar">
        {filters.length > 0 && (
          <Form
            form={form}
            name={name}
            layout="inline"
            role="search"
            className="list-quick"
            onFinish={() => onChange({ ...values, ...typed() })}
          >
            {quick.map((filter) => (
              <Form.Item
                key={filter.name}
                name={filter.name}
                rules={[ruleOf((value) => filterFault(filter, asQuery(filter, value)), of)]}
              >
                <FilterControl filter={filter} isQuick />
              </Form.Item>
            ))}
            {md ? (
              <Button type="primary" htmlType="submit">
                {words("search")}
              </Button>
            ) : (
              <Button
                type="primary"
                htmlType="submit"
                icon={<SearchOutlined aria-hidden />}
                aria-label={words("search")}
              />
            )}
            {others.length > 0 && (
              <Button icon={<FilterOutlined aria-hidden />} onClick={() => setIsOpen(true)}>
                {count > 0 ? words("count", { words: more, count }) : more}
              </Button>
            )}
          </Form>
        )}
        {children}
      </Flex>
      <FilterChips filters={filters} quick={names} values={values} onChange={onChange} />
      <FilterDrawer
        open={isOpen}
        filters={others}
        values={values}
        onClose={() => setIsOpen(false)}
        onApply={(next) => {
          setIsOpen(false);
          onChange({ ...values, ...typed(), ...next });
        }}
      />
    </>
  );
}
