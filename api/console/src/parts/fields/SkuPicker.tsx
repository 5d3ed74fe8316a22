import { Alert, Flex, Table } from "antd";
import { useRead } from "../../client/queries";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import { yuan } from "../shown/figures";
import { FigureInput } from "./NumberInput";
import { figuresFault } from "./numbers";
import { SpuPicker } from "./SpuPicker";

const bundle = {
  product: ["Product", "商品"],
  variant: ["Variant", "规格"],
  only: ["Single variant", "默认规格"],
  price: ["Price", "售价"],
  stock: ["Stock", "库存"],
  hint: ["Select the participating variants and fill in their values.", "勾选参与活动的规格并填写数值。"],
} as const;

/** A figure of each selected variant, named as in the body; money is fen in the API and yuan on the page. */
export interface SkuFigure {
  name: string;
  label: Pair;
  kind: "money" | "count";
  needed?: boolean;
  min?: number;
}
export type SkuRow = { skuId: number } & Record<string, number | null | undefined>;
/** A product with its participating variants. */
export interface ChosenSkus {
  spuId?: number;
  products: SkuRow[];
}

interface Props {
  id?: string;
  value?: ChosenSkus;
  onChange?: (value: ChosenSkus) => void;
  figures: readonly SkuFigure[];
  /** Only one variant. */
  single?: boolean;
}
const none: ChosenSkus = { products: [] };

/** Checks a selection, for the field's `check`. */
export function checkSkus(figures: readonly SkuFigure[]): (value: unknown) => Pair | undefined {
  return (value) => {
    if (value === undefined) return undefined;
    const { spuId, products } = value as ChosenSkus;
    if (spuId === undefined) return ["Select a product", "请选择商品"];
    if (products.length === 0) return ["Select at least one variant", "请至少勾选一个规格"];
    for (const { name, label, needed } of figures)
      if (needed && products.some((row) => row[name] === undefined || row[name] === null))
        return [`${label[0]} is required`, `请填写${label[1]}`];
    return figuresFault(products.flatMap((row) => figures.map(({ name }) => row[name])));
  };
}

/** A product and its participating variants, with a few figures each. */
export function SkuPicker({ id, value = none, onChange, figures, single = false }: Props) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const { spuId, products } = value;
  const detail = useRead("/admin-api/product/spu/get-detail", { id: spuId ?? 0 }, { enabled: spuId !== undefined });
  const spu = detail.data?.id === spuId ? detail.data : undefined;
  const chosen = new Map(products.map((row) => [row.skuId, row]));
  const nameOf = (sku: { properties: { propertyId: number; valueName: string }[] }) =>
    sku.properties
      .filter(({ propertyId }) => propertyId !== 0)
      .map(({ valueName }) => valueName)
      .join(" / ") || words("only");
  const set = (skuId: number, name: string, figure: number | null) =>
    onChange?.({ ...value, products: products.map((row) => (row.skuId === skuId ? { ...row, [name]: figure } : row)) });
  return (
    <Flex vertical gap={8}>
      <SpuPicker
        {...(id ? { id } : {})}
        aria-label={words("product")}
        {...(spuId === undefined ? {} : { value: spuId })}
        onChange={(next) => onChange?.({ spuId: next, products: [] })}
      />
      {detail.error && spuId !== undefined && <Alert type="error" title={detail.error.message} />}
      {spu && (
        <>
          <span style={{ opacity: 0.7 }}>{words("hint")}</span>
          <Table
            rowKey="id"
            size="small"
            pagination={false}
            scroll={{ x: "max-content" }}
            dataSource={spu.skus}
            rowSelection={{
              type: single ? "radio" : "checkbox",
              selectedRowKeys: [...chosen.keys()],
              onChange: (keys) =>
                onChange?.({
                  spuId: spu.id,
                  products: (keys as number[]).map(
                    (skuId) => chosen.get(skuId) ?? { ...(single ? products[0] : {}), skuId },
                  ),
                }),
              getTitleCheckboxProps: () => ({ "aria-label": words("variant") }),
              getCheckboxProps: (sku) => ({ "aria-label": nameOf(sku) }),
            }}
            columns={[
              { title: words("variant"), render: (_, sku) => nameOf(sku) },
              {
                title: words("price"),
                align: "right" as const,
                render: (_, sku) => <span className="numbers">{yuan(sku.price)}</span>,
              },
              { title: words("stock"), dataIndex: "stock", align: "right" as const },
              ...figures.map(({ name, label, kind, min = 0 }) => ({
                title: of(label),
                key: name,
                render: (_: unknown, sku: (typeof spu.skus)[number]) => {
                  const row = chosen.get(sku.id);
                  const figure = row?.[name] ?? null;
                  return (
                    <FigureInput
                      aria-label={`${of(label)}: ${nameOf(sku)}`}
                      disabled={!row}
                      min={min}
                      {...(kind === "money" ? { money: true } : { decimals: 0 })}
                      style={{ width: 96 }}
                      value={figure === null || kind === "count" ? figure : figure / 100}
                      onChange={(next) =>
                        set(sku.id, name, next === null || kind === "count" ? next : Math.round(next * 100))
                      }
                    />
                  );
                },
              })),
            ]}
          />
        </>
      )}
    </Flex>
  );
}
