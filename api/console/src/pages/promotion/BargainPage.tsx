import type { Field } from "../../parts/fields/fields";
import { Money } from "../../parts/shown/figures";
import type { ChosenSkus, SkuFigure } from "../../parts/fields/SkuPicker";
import { useTexts, type Pair } from "../../texts/texts";
import { goodsField, lastFields, nameField, timeFields } from "./activity";
import { ActivityPage } from "./ActivityPage";

const bundle = {
  title: ["Bargains", "砍价活动"],
  first: ["Starting price", "砍价起始价"],
  lowest: ["Lowest price (¥)", "砍价底价（元）"],
  lowestShort: ["Lowest price", "砍价底价"],
  stock: ["Promotion stock", "活动库存"],
  helpers: ["Max helpers", "最多帮砍人数"],
  helps: ["Max helps per member", "每人可帮砍次数"],
  limit: ["Purchase limit per member", "每人限购总数"],
  cutFrom: ["Minimum cut (¥)", "每次砍价最小金额（元）"],
  cutTo: ["Maximum cut (¥)", "每次砍价最大金额（元）"],
} as const;

const NO_LIMIT: Pair = ["Leave blank or 0 for no limit.", "不填或 0 表示不限。"];
const figures: SkuFigure[] = [
  { name: "bargainFirstPrice", label: bundle.first, kind: "money", needed: true, min: 0.01 },
  { name: "stock", label: bundle.stock, kind: "count", needed: true },
];
/** In fen; Infinity while none is entered. */
const firstPriceOf = (goods: unknown): number =>
  Number((goods as ChosenSkus | undefined)?.products[0]?.bargainFirstPrice ?? Infinity);
const fields = (entered: Record<string, unknown>): Field[] => [
  nameField,
  ...timeFields(entered),
  goodsField(figures, { label: ["Product and variant", "商品与规格"], single: true }),
  {
    name: "bargainMinPrice",
    label: bundle.lowest,
    kind: "money",
    needed: true,
    min: 0.01,
    check: (value) =>
      Number(value) * 100 >= firstPriceOf(entered.goods)
        ? ["Must be below the starting price", "须低于起始价"]
        : undefined,
  },
  { name: "randomMinPrice", label: bundle.cutFrom, kind: "money", needed: true, min: 0.01 },
  {
    name: "randomMaxPrice",
    label: bundle.cutTo,
    kind: "money",
    needed: true,
    min: 0.01,
    check: (value) =>
      value && Number(value) < Number(entered.randomMinPrice)
        ? ["Must not be below the minimum cut", "不能小于最小金额"]
        : undefined,
  },
  { name: "helpMaxCount", label: bundle.helpers, kind: "number", needed: true, min: 1, initial: 10 },
  { name: "bargainCount", label: bundle.helps, kind: "number", min: 0, hint: NO_LIMIT },
  { name: "totalLimitCount", label: bundle.limit, kind: "number", min: 0, hint: NO_LIMIT },
  ...lastFields,
];

/** A bargain has one variant, whose figures are in the activity itself. */
const body = ({ goods, ...sent }: Record<string, unknown>) => {
  const { spuId, products } = goods as ChosenSkus;
  const { skuId, bargainFirstPrice, stock } = products[0]!;
  return { ...sent, spuId, skuId, bargainFirstPrice, stock };
};
const begin = (row: Record<string, unknown>) => ({
  ...row,
  goods: {
    spuId: row.spuId,
    products: [{ skuId: row.skuId, bargainFirstPrice: row.bargainFirstPrice, stock: row.stock }],
  },
});

export default function BargainPage() {
  const words = useTexts(bundle);
  return (
    <ActivityPage
      title={words("title")}
      path="/admin-api/promotion/bargain-activity/page"
      fields={fields}
      body={body}
      begin={begin}
      columns={({ name, product, status, left, time }) => [
        name,
        product,
        status,
        { title: words("first"), align: "right", render: (_, row) => <Money fen={row.bargainFirstPrice} /> },
        { title: words("lowestShort"), align: "right", render: (_, row) => <Money fen={row.bargainMinPrice} /> },
        { title: words("helpers"), dataIndex: "helpMaxCount", align: "right" },
        left,
        time,
      ]}
    />
  );
}
