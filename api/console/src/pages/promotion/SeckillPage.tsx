import { useRead } from "../../client/queries";
import type { Field } from "../../parts/fields/fields";
import { Money } from "../../parts/shown/figures";
import type { SkuFigure } from "../../parts/fields/SkuPicker";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { activityFilters, goodsField, lastFields, limitFields, nameField, timeFields } from "./activity";
import { ActivityPage } from "./ActivityPage";

const bundle = {
  title: ["Flash sales", "秒杀活动"],
  slots: ["Daily time slots", "每日场次"],
  price: ["Flash price", "秒杀价"],
  stock: ["Flash sale stock", "秒杀库存"],
} as const;

const figures: SkuFigure[] = [
  { name: "seckillPrice", label: bundle.price, kind: "money", needed: true, min: 0.01 },
  { name: "stock", label: bundle.stock, kind: "count", needed: true },
];

export default function SeckillPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const slots = useRead(
    "/admin-api/promotion/seckill-config/page",
    { pageSize: 100 },
    {
      enabled: may("promotion:seckill-config:query"),
    },
  );
  const all = slots.data?.list ?? [];
  const fields = (entered: Record<string, unknown>): Field[] => [
    nameField,
    ...timeFields(entered),
    {
      name: "configIds",
      label: bundle.slots,
      kind: "select",
      multiple: true,
      needed: true,
      options: all.map((slot) => ({ value: slot.id, label: `${slot.name} ${slot.startTime}–${slot.endTime}` })),
    },
    goodsField(figures),
    ...limitFields,
    ...lastFields,
  ];
  return (
    <ActivityPage
      title={words("title")}
      path="/admin-api/promotion/seckill-activity/page"
      filters={[
        ...activityFilters,
        {
          name: "configId",
          label: bundle.slots,
          kind: "select",
          options: all.map(({ id, name }) => ({ value: String(id), label: [name, name] as const })),
        },
      ]}
      fields={fields}
      columns={({ name, product, status, left, time }) => [
        name,
        product,
        status,
        { title: words("price"), align: "right", render: (_, row) => <Money fen={row.seckillPrice} /> },
        left,
        {
          title: words("slots"),
          render: (_, row) => row.configIds.map((id) => all.find((slot) => slot.id === id)?.name ?? id).join(", "),
        },
        time,
      ]}
    />
  );
}
