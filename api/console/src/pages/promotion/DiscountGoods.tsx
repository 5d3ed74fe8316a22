import { DeleteOutlined } from "@ant-design/icons";
import { useQueries } from "@tanstack/react-query";
import { Button, Flex, Select, Table, Typography } from "antd";
import { useEffect, useState } from "react";
import { get, type BodyOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { yuan } from "../../parts/shown/figures";
import { FigureInput } from "../../parts/fields/NumberInput";
import { figuresFault } from "../../parts/fields/numbers";
import { SpuPicker } from "../../parts/fields/SpuPicker";
import { useTexts, type Pair } from "../../texts/texts";

const bundle = {
  add: ["Add product (all variants)", "添加商品（含全部规格）"],
  goods: ["Product and variant", "商品与规格"],
  price: ["Price", "售价"],
  kind: ["Discount type", "优惠方式"],
  percent: ["Member pays (%)", "打折（%）"],
  amount: ["¥ off", "减价（元）"],
  figure: ["Value", "数值"],
  sale: ["Sale price", "活动价"],
  kindOf: ["Discount type: {{name}}", "优惠方式：{{name}}"],
  figureOf: ["Value: {{name}}", "优惠数值：{{name}}"],
  remove: ["Remove {{name}}", "移除 {{name}}"],
  all: ["Bulk edit", "批量设置"],
  apply: ["Apply", "填入"],
} as const;

type Row = BodyOf<"/admin-api/promotion/discount-activity/create", "post">["products"][number];
const DETAIL = "/admin-api/product/spu/get-detail";
const PERCENT = 2;
const AMOUNT = 4;

const figureOf = (row: Row): number | undefined =>
  row.discountType === PERCENT ? row.discountPercent : row.discountPrice;

export function checkDiscounts(value: unknown): Pair | undefined {
  if (value === undefined) return undefined;
  const rows = value as Row[];
  if (rows.length === 0) return ["Add a product", "请添加商品"];
  const fault = figuresFault(rows.map(figureOf));
  if (fault) return fault;
  if (rows.some((row) => !figureOf(row))) return ["Every variant needs a value", "请填写每个规格的优惠数值"];
  return undefined;
}

/** The request body: percent or amount, by its kind. */
export const discountBody = ({ spuId, skuId, discountType, discountPercent, discountPrice }: Row): Row => ({
  spuId,
  skuId,
  discountType,
  ...(discountType === PERCENT ? { discountPercent: discountPercent ?? 0 } : { discountPrice: discountPrice ?? 0 }),
});

interface Props {
  id?: string;
  value?: Row[];
  onChange?: (rows: Row[]) => void;
}

/** Variants of any products, each with its discount. */
export function DiscountGoods({ id, value = [], onChange }: Props) {
  const words = useTexts(bundle);
  const [adding, setAdding] = useState<number>();
  const spuIds = [...new Set(value.map(({ spuId }) => spuId))];
  const spus = useQueries({
    queries: spuIds.map((spuId) => ({
      queryKey: [DETAIL, { id: spuId }],
      queryFn: () => get(DETAIL, { id: spuId }),
      retry: false,
    })),
  });
  const skus = new Map(
    spus.flatMap(({ data }) =>
      (data?.skus ?? []).map((sku) => {
        const variant = sku.properties
          .filter(({ propertyId }) => propertyId !== 0)
          .map(({ valueName }) => valueName)
          .join(" / ");
        return [sku.id, { price: sku.price, name: `${data!.name}${variant ? ` · ${variant}` : ""}` }] as const;
      }),
    ),
  );
  const nameOf = ({ skuId }: Row) => skus.get(skuId)?.name ?? String(skuId);
  const set = (skuId: number, change: Partial<Row>) =>
    onChange?.(value.map((row) => (row.skuId === skuId ? { ...row, ...change } : row)));
  const detail = useRead(DETAIL, { id: adding ?? 0 }, { enabled: adding !== undefined });
  // The selected product is added once its variants are loaded.
  const found = adding !== undefined && detail.data?.id === adding ? detail.data : undefined;
  useEffect(() => {
    if (!found) return;
    setAdding(undefined);
    const present = new Set(value.map(({ skuId }) => skuId));
    const more = found.skus.filter((sku) => !present.has(sku.id));
    onChange?.([...value, ...more.map((sku): Row => ({ spuId: sku.spuId, skuId: sku.id, discountType: PERCENT }))]);
  }, [found]);
  const salePrice = (row: Row) => {
    const price = skus.get(row.skuId)?.price;
    const figure = figureOf(row);
    if (price === undefined || !figure) return "–";
    return yuan(row.discountType === PERCENT ? Math.round((price * figure) / 100) : Math.max(0, price - figure));
  };
  return (
    <Flex vertical gap={8}>
      <SpuPicker {...(id ? { id } : {})} aria-label={words("add")} onChange={setAdding} />
      {value.length > 1 && <ForAll onApply={(change) => onChange?.(value.map((row) => ({ ...row, ...change })))} />}
      {value.length > 0 && (
        <Table<Row>
          rowKey="skuId"
          size="small"
          pagination={false}
          scroll={{ x: "max-content", y: 420 }}
          dataSource={value}
          columns={[
            {
              title: words("goods"),
              render: (_, row) => <div style={{ maxWidth: 240 }}>{nameOf(row)}</div>,
            },
            { title: words("price"), align: "right", render: (_, row) => yuan(skus.get(row.skuId)?.price) },
            {
              title: words("kind"),
              render: (_, row) => (
                <Discount name={nameOf(row)} row={row} onChange={(change) => set(row.skuId, change)} />
              ),
            },
            { title: words("sale"), align: "right", render: (_, row) => salePrice(row) },
            {
              title: "",
              key: "remove",
              render: (_, row) => (
                <Button
                  size="small"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={words("remove", { name: nameOf(row) })}
                  onClick={() => onChange?.(value.filter(({ skuId }) => skuId !== row.skuId))}
                />
              ),
            },
          ]}
        />
      )}
    </Flex>
  );
}

type Change = Partial<Pick<Row, "discountType" | "discountPercent" | "discountPrice">>;

function Discount({ name, row, onChange }: { name: string; row: Change; onChange: (change: Change) => void }) {
  const words = useTexts(bundle);
  const percent = row.discountType !== AMOUNT;
  const figure = (percent ? row.discountPercent : row.discountPrice) ?? null;
  return (
    <Flex gap={8}>
      <Select
        aria-label={words("kindOf", { name })}
        value={percent ? PERCENT : AMOUNT}
        onChange={(discountType) => onChange({ discountType: discountType as 2 | 4 })}
        options={[
          { value: PERCENT, label: words("percent") },
          { value: AMOUNT, label: words("amount") },
        ]}
        style={{ width: 116 }}
      />
      <FigureInput
        // The other kind has different limits.
        key={percent ? "percent" : "amount"}
        aria-label={words("figureOf", { name })}
        {...(percent ? { min: 1, max: 99, decimals: 0 } : { min: 0.01, money: true })}
        value={figure === null || percent ? figure : figure / 100}
        onChange={(next) =>
          onChange(
            percent
              ? { discountPercent: next as number }
              : { discountPrice: next === null ? (next as never) : Math.round(next * 100) },
          )
        }
        style={{ width: 84 }}
      />
    </Flex>
  );
}

function ForAll({ onApply }: { onApply: (change: Change) => void }) {
  const words = useTexts(bundle);
  const [change, setChange] = useState<Change>({ discountType: PERCENT });
  return (
    <Flex gap={8} align="center" wrap role="group" aria-label={words("all")}>
      <Typography.Text type="secondary">{words("all")}</Typography.Text>
      <Discount name={words("all")} row={change} onChange={(next) => setChange({ ...change, ...next })} />
      <Button onClick={() => onApply(change)}>{words("apply")}</Button>
    </Flex>
  );
}
