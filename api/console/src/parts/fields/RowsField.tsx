import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Card, Flex, Input, Segmented, Select, Switch } from "antd";
import { useState } from "react";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import type { Field } from "./fields";
import { JsonText } from "../shown/JsonText";
import { FigureInput } from "./NumberInput";
import { PictureField, PicturesField } from "./lateFields";
import { fits, rowsFault, rowsOf, valueOf, withCell, type Column, type Row, type RowsAs } from "./rowsOf";

const bundle = {
  view: ["View", "视图"],
  rows: ["Form", "表单"],
  json: ["JSON", "JSON"],
  other: ["Custom structure, shown as JSON.", "内容为自定义结构，以 JSON 显示。"],
  add: ["Add a line", "添加一行"],
  remove: ["Remove line {{n}}", "移除第 {{n}} 行"],
  up: ["Move line {{n}} up", "上移第 {{n}} 行"],
  down: ["Move line {{n}} down", "下移第 {{n}} 行"],
} as const;

interface Props {
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
  label: Pair;
  columns: readonly Column[];
  as: RowsAs;
  /** Whether any other JSON is allowed too. */
  free: boolean;
  most: number;
}

/** Rows of a few cells each: can be added, removed and moved; free JSON can also be edited as text. */
export function RowsField({ free, ...props }: Props) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const [asJson, setAsJson] = useState(false);
  if (!free) return <Rows {...props} />;
  const { id, label, value, onChange } = props;
  const known = fits(props, value);
  return (
    <Flex vertical gap={8} align="stretch">
      {known && (
        <Segmented
          size="small"
          style={{ alignSelf: "start" }}
          aria-label={`${words("view")}: ${of(label)}`}
          value={asJson ? "json" : "rows"}
          onChange={(view) => setAsJson(view === "json")}
          options={[
            { value: "rows", label: words("rows") },
            { value: "json", label: words("json") },
          ]}
        />
      )}
      {!known && <small>{words("other")}</small>}
      {known && !asJson ? (
        <Rows {...props} />
      ) : (
        <JsonText {...(id ? { id } : {})} value={value} {...(onChange ? { onChange } : {})} />
      )}
    </Flex>
  );
}

function Rows({ id, value, onChange, label, columns, as, most }: Omit<Props, "free">) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const shape = { columns, as };
  // The rows can hold more than their value: two with the same name, while typing.
  const [own, setOwn] = useState<{ of: unknown; rows: Row[] }>();
  const rows = own && own.of === value ? own.rows : rowsOf(shape, value);
  const change = (next: Row[]) => {
    const sent = valueOf(shape, next);
    setOwn({ of: sent, rows: next });
    onChange?.(sent);
  };
  const swap = (at: number, to: number) => {
    const moved = [...rows];
    [moved[at], moved[to]] = [rows[to]!, rows[at]!];
    change(moved);
  };
  const one = as === "one";
  return (
    <Flex vertical gap={8} role="group" aria-label={of(label)} {...(id ? { id } : {})}>
      {rows.map((row, at) => (
        <Card key={at} size="small">
          <Flex gap={12} align="start">
            <Flex gap={12} wrap flex={1} align="start">
              {columns.map((column) => (
                <Cell
                  key={column.name}
                  column={column}
                  name={one ? of(column.label) : `${of(column.label)} ${at + 1}`}
                  value={row[column.name]}
                  onChange={(cell) =>
                    change(rows.map((each, index) => (index === at ? withCell(each, column.name, cell) : each)))
                  }
                />
              ))}
            </Flex>
            {!one && (
              <Flex gap={2}>
                <Button
                  size="small"
                  icon={<ArrowUpOutlined aria-hidden />}
                  disabled={at === 0}
                  aria-label={words("up", { n: at + 1 })}
                  onClick={() => swap(at, at - 1)}
                />
                <Button
                  size="small"
                  icon={<ArrowDownOutlined aria-hidden />}
                  disabled={at === rows.length - 1}
                  aria-label={words("down", { n: at + 1 })}
                  onClick={() => swap(at, at + 1)}
                />
                <Button
                  size="small"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={words("remove", { n: at + 1 })}
                  onClick={() => change(rows.filter((_, index) => index !== at))}
                />
              </Flex>
            )}
          </Flex>
        </Card>
      ))}
      {!one && (
        <Button
          icon={<PlusOutlined aria-hidden />}
          style={{ alignSelf: "start" }}
          disabled={rows.length >= most}
          onClick={() => change([...rows, {}])}
        >
          {words("add")}
        </Button>
      )}
    </Flex>
  );
}

const basis = { text: "160px", number: "110px", switch: "90px", picture: "160px", tags: "100%", pictures: "100%" };

interface CellProps {
  column: Column;
  name: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

function Cell({ column: { label, kind = "text" }, name, value, onChange }: CellProps) {
  const { of } = useLanguage();
  const grows = kind === "text" || kind === "tags" || kind === "pictures";
  return (
    <div style={{ flex: `${grows ? 1 : 0} 1 ${basis[kind]}`, minWidth: 0 }}>
      <div aria-hidden style={{ fontSize: 12, opacity: 0.8 }}>
        {of(label)}
      </div>
      {kind === "text" && (
        <Input
          aria-label={name}
          value={(value as string | undefined) ?? ""}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {kind === "number" && (
        <FigureInput
          aria-label={name}
          style={{ width: "100%" }}
          value={value as number | undefined}
          onChange={onChange}
        />
      )}
      {kind === "switch" && <Switch aria-label={name} checked={value === true} onChange={onChange} />}
      {kind === "tags" && (
        <Select
          mode="tags"
          aria-label={name}
          style={{ width: "100%" }}
          value={(value as string[] | undefined) ?? []}
          onChange={onChange}
        />
      )}
      {kind === "picture" && (
        <PictureField label={name} small onChange={onChange} {...(value ? { value: value as string } : {})} />
      )}
      {kind === "pictures" && (
        <PicturesField label={name} onChange={onChange} {...(value ? { value: value as string[] } : {})} />
      )}
    </div>
  );
}

/** A form field of such rows. */
export const rowsField = (
  name: string,
  label: Pair,
  columns: readonly Column[],
  { as = "list", free = true, most = 100 }: { as?: RowsAs; free?: boolean; most?: number } = {},
): Field => ({
  name,
  label,
  kind: "custom",
  control: <RowsField label={label} columns={columns} as={as} free={free} most={most} />,
  check: (value) => rowsFault({ columns, as }, value),
});
