import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Card, Flex, TreeSelect } from "antd";
import { FigureInput } from "../../parts/fields/NumberInput";
import { figuresFault } from "../../parts/fields/numbers";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import { useAreaNames } from "./areaNames";

const bundle = {
  areas: ["Areas", "适用地区"],
  nth: ["Areas {{n}}", "地区 {{n}}"],
  add: ["Add areas", "添加地区"],
  remove: ["Remove areas {{n}}", "移除地区 {{n}}"],
} as const;

export interface RowFigure {
  name: string;
  label: Pair;
  money?: boolean;
  min?: number;
}
type Row = { areaIds?: number[] } & Record<string, number | number[] | null | undefined>;

/** Checks the rows, for the field's `check`. */
export function checkAreaRows(figures: readonly RowFigure[], atLeast: number): (value: unknown) => Pair | undefined {
  return (value) => {
    if (value === undefined) return undefined;
    const rows = value as Row[];
    if (rows.length < atLeast) return ["Add at least one area", "请添加地区"];
    if (rows.some(({ areaIds }) => !areaIds?.length)) return ["Select the areas of each row", "请选择每行的地区"];
    const areaIds = rows.flatMap((row) => row.areaIds ?? []);
    if (new Set(areaIds).size < areaIds.length) return ["An area appears in two rows", "同一地区不能出现在多行中"];
    for (const { name, label } of figures)
      if (rows.some((row) => row[name] === undefined || row[name] === null))
        return [`${label[0]} is required`, `请填写${label[1]}`];
    return figuresFault(rows.flatMap((row) => figures.map(({ name }) => row[name] as number)));
  };
}

interface Props {
  id?: string;
  value?: Row[];
  onChange?: (rows: Row[]) => void;
  figures: readonly RowFigure[];
}

/** Figures by area, one card per group of areas. Money is fen in the value and yuan on the page. */
export function AreaRows({ id, value = [], onChange, figures }: Props) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const { tree } = useAreaNames();
  const set = (at: number, change: Row) =>
    onChange?.(value.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <Flex vertical gap={12} {...(id ? { id } : {})}>
      {value.map((row, at) => (
        <Card
          key={at}
          size="small"
          title={words("nth", { n: at + 1 })}
          extra={
            <Button
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={words("remove", { n: at + 1 })}
              onClick={() => onChange?.(value.filter((_, index) => index !== at))}
            />
          }
        >
          <TreeSelect
            aria-label={`${words("nth", { n: at + 1 })}: ${words("areas")}`}
            placeholder={words("areas")}
            treeCheckable
            showCheckedStrategy={TreeSelect.SHOW_PARENT}
            treeData={tree}
            fieldNames={{ label: "name", value: "id", children: "children" }}
            showSearch={{ treeNodeFilterProp: "name" }}
            maxTagCount={8}
            value={row.areaIds ?? []}
            onChange={(areaIds: number[]) => set(at, { areaIds })}
            style={{ width: "100%", marginBottom: 12 }}
          />
          <Flex gap={16} wrap>
            {figures.map(({ name, label, money = false, min = 0 }) => {
              const figure = (row[name] as number | null | undefined) ?? null;
              return (
                <label key={name}>
                  <div>{of(label)}</div>
                  <FigureInput
                    aria-label={`${words("nth", { n: at + 1 })}: ${of(label)}`}
                    min={min}
                    money={money}
                    value={figure !== null && money ? figure / 100 : figure}
                    onChange={(next) => set(at, { [name]: next !== null && money ? Math.round(next * 100) : next })}
                    style={{ width: 140 }}
                  />
                </label>
              );
            })}
          </Flex>
        </Card>
      ))}
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => onChange?.([...value, {}])}>
        {words("add")}
      </Button>
    </Flex>
  );
}
