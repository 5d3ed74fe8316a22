import { Button, Drawer, Flex, Form } from "antd";
import { useEffect, useId } from "react";
import { useLanguage, useTexts } from "../../texts/texts";
import { ruleOf } from "../fields/fields";
import { FilterControl } from "./FilterControl";
import { asField, asQuery, filterFault, type Filter, type FilterValues } from "./filters";

const bundle = {
  title: ["Filters", "筛选条件"],
  apply: ["Show results", "查看结果"],
  empty: ["Empty these fields", "清空以上条件"],
} as const;

interface Props {
  open: boolean;
  filters: readonly Filter[];
  values: FilterValues;
  onApply: (values: FilterValues) => void;
  onClose: () => void;
}

/** The filters that have no field above the list. */
export function FilterDrawer({ open, filters, values, onApply, onClose }: Props) {
  const words = useTexts(bundle);
  return (
    <Drawer title={words("title")} open={open} onClose={onClose} size={400} destroyOnHidden>
      <DrawerForm filters={filters} values={values} onApply={onApply} />
    </Drawer>
  );
}

function DrawerForm({ filters, values, onApply }: Pick<Props, "filters" | "values" | "onApply">) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const [form] = Form.useForm();
  const name = useId();
  useEffect(() => {
    // The address may contain values that were never validated.
    void form.validateFields().catch(() => undefined);
  }, [form]);
  return (
    <Form
      form={form}
      name={name}
      layout="vertical"
      role="search"
      initialValues={Object.fromEntries(filters.map((filter) => [filter.name, asField(filter, values[filter.name])]))}
      onFinish={(fields: Record<string, unknown>) =>
        onApply(Object.fromEntries(filters.map((filter) => [filter.name, asQuery(filter, fields[filter.name])])))
      }
    >
      {filters.map((filter) => (
        <Form.Item
          key={filter.name}
          name={filter.name}
          label={of(filter.label)}
          rules={[ruleOf((value) => filterFault(filter, asQuery(filter, value)), of)]}
        >
          <FilterControl filter={filter} />
        </Form.Item>
      ))}
      <Flex gap={8} wrap className="list-drawer-acts">
        <Button type="primary" htmlType="submit">
          {words("apply")}
        </Button>
        <Button
          onClick={() => form.setFieldsValue(Object.fromEntries(filters.map((filter) => [filter.name, undefined])))}
        >
          {words("empty")}
        </Button>
      </Flex>
    </Form>
  );
}
