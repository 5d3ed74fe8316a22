import { CloseOutlined } from "@ant-design/icons";
import { Button, Flex } from "antd";
import { useLanguage, useTexts } from "../../texts/texts";
import { useFilterText } from "./FilterControl";
import { filterFault, type Filter, type FilterValues } from "./filters";

const bundle = {
  clear: ["Clear all", "全部清除"],
  remove: ["remove filter", "移除筛选"],
} as const;

interface Props {
  filters: readonly Filter[];
  /** Names of those whose fields are in sight: what is set there needs no chip. */
  quick: ReadonlySet<string>;
  values: FilterValues;
  onChange: (values: FilterValues) => void;
}

/** The filters that are set in the drawer, each of which can be taken away. */
export function FilterChips({ filters, quick, values, onChange }: Props) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const textOf = useFilterText();
  const set = filters.flatMap((filter) => {
    const value = values[filter.name];
    return value === undefined ? [] : [{ filter, value, fault: filterFault(filter, value) }];
  });
  const chips = set.filter(({ filter }) => !quick.has(filter.name));
  if (chips.length === 0) return null;
  return (
    <Flex wrap gap={6} align="center" className="list-chips">
      {chips.map(({ filter, value, fault }) => (
        <Button
          key={filter.name}
          size="small"
          shape="round"
          danger={fault !== undefined}
          onClick={() => onChange({ ...values, [filter.name]: undefined })}
        >
          <span className="list-chip">
            {of(filter.label)}: {textOf(filter, value)}
            {fault && ` – ${of(fault)}`}
          </span>
          <span className="unseen">, {words("remove")}</span>
          <CloseOutlined aria-hidden />
        </Button>
      ))}
      <Button
        size="small"
        type="link"
        onClick={() =>
          onChange({ ...values, ...Object.fromEntries(set.map(({ filter }) => [filter.name, undefined])) })
        }
      >
        {words("clear")}
      </Button>
    </Flex>
  );
}
