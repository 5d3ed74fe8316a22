import { put } from "../../client/client";
import { useRead } from "../../client/queries";
import { ActDialog } from "../../parts/ActDialog";
import type { Field } from "../../parts/fields";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  ship: ["Ship", "发货"],
  company: ["Express company", "快递公司"],
  none: ["None: nothing needs to be sent", "无需物流"],
  number: ["Parcel number", "快递单号"],
  numberHint: ["Letters, digits and hyphens", "字母、数字或连字符"],
  shipped: ["Shipped", "发货成功"],
} as const;

/** The parcel of an order that waits for shipment: its company and number, or none. */
export function ShipDialog({ id, size }: { id: number; size?: "small" }) {
  const words = useTexts(bundle);
  const may = useMay();
  const companies = useRead(
    "/admin-api/trade/delivery/express/page",
    { status: 0, pageSize: 100 },
    { enabled: may("trade:delivery-express:query") },
  );
  const fields = ({ logisticsId }: Record<string, unknown>): Field[] => [
    {
      name: "logisticsId",
      label: bundle.company,
      kind: "select",
      needed: true,
      options: [
        ...(companies.data?.list ?? []).map(({ id: value, name }) => ({ value, label: name })),
        { value: 0, label: bundle.none },
      ],
    },
    ...(logisticsId === 0
      ? []
      : [
          {
            name: "logisticsNo",
            label: bundle.number,
            kind: "text",
            hint: bundle.numberHint,
            needed: true,
          } as const,
        ]),
  ];
  return (
    <ActDialog<{ logisticsId: number; logisticsNo?: string }>
      type="primary"
      {...(size ? { size } : {})}
      label={words("ship")}
      fields={fields}
      act={({ logisticsId, logisticsNo }) =>
        put("/admin-api/trade/order/delivery", { id, logisticsId, ...(logisticsNo ? { logisticsNo } : {}) })
      }
      changes={["/admin-api/trade/order/", "/admin-api/statistics/"]}
      done={words("shipped")}
    />
  );
}
