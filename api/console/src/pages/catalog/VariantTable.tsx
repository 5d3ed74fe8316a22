import { DeleteOutlined } from "@ant-design/icons";
import { Button, Flex, Form, Input, Table, Typography, type FormInstance } from "antd";
import { useState } from "react";
import { ruleOf } from "../../parts/fields/fields";
import { FigureInput, NumberInput } from "../../parts/fields/NumberInput";
import { numberFault, type Typed } from "../../parts/fields/numbers";
import { PictureField } from "../../parts/fields/lateFields";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import type { Variant, VariantFields } from "./variants";

const bundle = {
  variant: ["Variant", "规格"],
  price: ["Price (¥)", "售价（元）"],
  marketPrice: ["Market price (¥)", "市场价（元）"],
  costPrice: ["Cost (¥)", "成本价（元）"],
  stock: ["Stock", "库存"],
  barCode: ["Barcode", "条形码"],
  weight: ["Weight (kg)", "重量（kg）"],
  volume: ["Volume (m³)", "体积（m³）"],
  picUrl: ["Variant image", "规格图片"],
  needed: ["{{label}} is required", "请填写{{label}}"],
  fill: ["Bulk edit", "批量填写"],
  fillLabel: ["For all: {{label}}", "批量{{label}}"],
  apply: ["Apply", "填入"],
  remove: ["Exclude {{name}}", "去掉 {{name}}"],
  held: ["{{reserved}} reserved, {{sold}} sold", "占用 {{reserved}}，已售 {{sold}}"],
} as const;

type Column = keyof VariantFields & keyof typeof bundle;
const numbers = [
  { name: "price", decimals: 2, needed: true },
  { name: "marketPrice", decimals: 2, needed: false },
  { name: "costPrice", decimals: 2, needed: false },
  { name: "stock", decimals: 0, needed: true },
  { name: "weight", decimals: 3, needed: false },
  { name: "volume", decimals: 6, needed: false },
] as const satisfies readonly { name: Column; decimals: number; needed: boolean }[];

interface Props {
  form: FormInstance;
  variants: readonly Variant[];
  /** Held and sold pieces of existing variants. */
  heldOf: (key: string) => { reserved: number; sold: number } | undefined;
  onRemove?: (key: string) => void;
}

const labelled = (label: string, fault: Pair | undefined): Pair | undefined =>
  fault && [`${label}: ${fault[0]}`, `${label}：${fault[1]}`];

/** The variants of a product, one per row; the fields are the form's `variants`. */
export function VariantTable({ form, variants, heldOf, onRemove }: Props) {
  const words = useTexts(bundle);
  const several = variants.length > 1 || variants[0]?.name !== "";
  const { of } = useLanguage();
  const labelOf = (column: Column, name: string) => (name ? `${words(column)}: ${name}` : words(column));
  const columns = [
    ...(several
      ? [
          {
            title: words("variant"),
            key: "variant",
            fixed: "left" as const,
            render: (_: unknown, { key, name }: Variant) => {
              const held = heldOf(key);
              return (
                <div style={{ minWidth: 96 }}>
                  <strong>{name}</strong>
                  {held && held.reserved + held.sold > 0 && <SecondLine>{words("held", held)}</SecondLine>}
                </div>
              );
            },
          },
        ]
      : []),
    ...numbers.map(({ name: column, decimals, needed }) => ({
      title: (
        <>
          {needed && (
            <Typography.Text type="danger" aria-hidden>
              *{" "}
            </Typography.Text>
          )}
          {words(column)}
        </>
      ),
      key: column,
      render: (_: unknown, { key, name }: Variant) => (
        <Form.Item
          name={["variants", key, column]}
          style={{ marginBottom: 0 }}
          rules={[
            ...(needed ? [{ required: true, message: words("needed", { label: labelOf(column, name) }) }] : []),
            ruleOf((value) => labelled(labelOf(column, name), numberFault({ min: 0, decimals }, value as Typed)), of),
          ]}
        >
          <NumberInput
            aria-label={labelOf(column, name)}
            aria-required={needed}
            min={0}
            decimals={decimals}
            style={{ width: 92 }}
          />
        </Form.Item>
      ),
    })),
    {
      title: words("barCode"),
      key: "barCode",
      render: (_: unknown, { key, name }: Variant) => (
        <Form.Item name={["variants", key, "barCode"]} style={{ marginBottom: 0 }}>
          <Input aria-label={labelOf("barCode", name)} maxLength={64} style={{ width: 124 }} />
        </Form.Item>
      ),
    },
    {
      title: words("picUrl"),
      key: "picUrl",
      render: (_: unknown, { key, name }: Variant) => (
        <Form.Item name={["variants", key, "picUrl"]} style={{ marginBottom: 0 }}>
          <PictureField small label={labelOf("picUrl", name)} />
        </Form.Item>
      ),
    },
    ...(several && onRemove
      ? [
          {
            title: "",
            key: "remove",
            fixed: "right" as const,
            render: (_: unknown, { key, name }: Variant) => (
              <Button
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={words("remove", { name })}
                disabled={variants.length === 1}
                onClick={() => onRemove(key)}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    <Flex vertical gap={12}>
      {several && variants.length > 1 && <FillRow form={form} variants={variants} />}
      <Table<Variant>
        rowKey="key"
        size="small"
        columns={columns}
        dataSource={[...variants]}
        pagination={false}
        scroll={{ x: "max-content" }}
      />
    </Flex>
  );
}

/** One figure for a whole column. */
function FillRow({ form, variants }: Pick<Props, "form" | "variants">) {
  const words = useTexts(bundle);
  const [figures, setFigures] = useState<Partial<Record<Column, number | null>>>({});
  const given = Object.entries(figures).filter(([, figure]) => figure !== null && figure !== undefined);
  const isUsable = given.length > 0 && !given.some(([, figure]) => Number.isNaN(figure));
  const apply = () => {
    if (!isUsable) return;
    for (const { key } of variants)
      for (const [column, figure] of given) form.setFieldValue(["variants", key, column], figure);
    void form
      .validateFields(variants.flatMap(({ key }) => given.map(([column]) => ["variants", key, column])))
      .catch(() => undefined);
    setFigures({});
  };
  return (
    <Flex gap={8} wrap align="center" role="group" aria-label={words("fill")}>
      <Typography.Text type="secondary">{words("fill")}</Typography.Text>
      {numbers.map(({ name: column, decimals }) => (
        <FigureInput
          key={column}
          aria-label={words("fillLabel", { label: words(column) })}
          placeholder={words(column)}
          min={0}
          decimals={decimals}
          style={{ width: 116 }}
          value={figures[column]}
          onChange={(figure) => setFigures({ ...figures, [column]: figure })}
          onPressEnter={(event) => {
            event.preventDefault();
            apply();
          }}
        />
      ))}
      <Button onClick={apply} disabled={!isUsable}>
        {words("apply")}
      </Button>
    </Flex>
  );
}
