import { DeleteOutlined } from "@ant-design/icons";
import { Button, Flex, theme, Typography } from "antd";
import { useDeferredValue, useState } from "react";
import { post } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { NamedSelect } from "./NamedSelect";
import type { Choice, Named } from "./variants";

const bundle = {
  add: ["Add a property", "添加规格"],
  addHint: ["Type a name: Colour, Size …", "输入规格名，例如：颜色、尺码"],
  values: ["Values of {{name}}", "{{name}}的规格值"],
  valuesHint: ["Type a value and press Enter", "输入规格值后按回车"],
  remove: ["Remove the property {{name}}", "移除规格 {{name}}"],
  made: ["Created: {{name}}", "已新建：{{name}}"],
} as const;

const PAGE = "/admin-api/product/property/page";
const VALUES = "/admin-api/product/property/value/page";

interface Props {
  choices: readonly Choice[];
  onChange: (choices: Choice[]) => void;
}

/** Creates an item by name, reports it, and returns it. */
function useMaker(make: (name: string) => Promise<number>, changes: string) {
  const words = useTexts(bundle);
  const act = useAct(
    async (name: string) => ({ id: await make(name), name }),
    [changes],
    ({ name }) => words("made", { name }),
  );
  return { create: async (name: string) => (await act.mutateAsync(name)) as Named, busy: act.isPending };
}

/** The properties in which a product's variants differ, and the values of each. */
export function PropertyChooser({ choices, onChange }: Props) {
  const words = useTexts(bundle);
  const may = useMay();
  const { token } = theme.useToken();
  const [search, setSearch] = useState("");
  const name = useDeferredValue(search);
  const found = useRead(
    PAGE,
    { pageSize: 50, ...(name ? { name } : {}) },
    { keepsPrevious: true, enabled: may("product:property:query") },
  );
  const maker = useMaker(
    (made) => post("/admin-api/product/property/create", { name: made }),
    "/admin-api/product/property/",
  );
  const taken = new Set(choices.map(({ id }) => id));
  const set = (choice: Choice) => onChange(choices.map((one) => (one.id === choice.id ? choice : one)));
  return (
    <Flex vertical gap={12}>
      {choices.map((choice) => (
        <Flex
          key={choice.id}
          vertical
          gap={8}
          style={{ background: token.colorFillQuaternary, borderRadius: token.borderRadius, padding: 12 }}
        >
          <Flex justify="space-between" align="center">
            <Typography.Text strong>{choice.name}</Typography.Text>
            <Button
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={words("remove", { name: choice.name })}
              onClick={() => onChange(choices.filter(({ id }) => id !== choice.id))}
            />
          </Flex>
          <ValueChooser choice={choice} onChange={set} />
        </Flex>
      ))}
      <div style={{ maxWidth: 320 }}>
        <NamedSelect
          label={words("add")}
          placeholder={`${words("add")}: ${words("addHint")}`}
          found={(found.data?.list ?? []).filter(({ id }) => !taken.has(id))}
          onSearch={setSearch}
          busy={maker.busy}
          onChosen={(chosen) => taken.has(chosen.id) || onChange([...choices, { ...chosen, values: [] }])}
          {...(may("product:property:create") ? { create: maker.create } : {})}
        />
      </div>
    </Flex>
  );
}

function ValueChooser({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
  const words = useTexts(bundle);
  const may = useMay();
  const [search, setSearch] = useState("");
  const name = useDeferredValue(search);
  const found = useRead(
    VALUES,
    { propertyId: choice.id, pageSize: 50, ...(name ? { name } : {}) },
    { keepsPrevious: true, enabled: may("product:property:query") },
  );
  const maker = useMaker(
    (made) => post("/admin-api/product/property/value/create", { propertyId: choice.id, name: made }),
    VALUES,
  );
  const set = (values: Named[]) => onChange({ ...choice, values });
  return (
    <NamedSelect
      label={words("values", { name: choice.name })}
      placeholder={words("valuesHint")}
      multiple
      found={found.data?.list ?? []}
      value={choice.values}
      onSearch={setSearch}
      busy={maker.busy}
      onChosen={(chosen) => choice.values.some(({ id }) => id === chosen.id) || set([...choice.values, chosen])}
      onRemoved={(gone) => set(choice.values.filter(({ id }) => id !== gone))}
      {...(may("product:property:create") ? { create: maker.create } : {})}
    />
  );
}
