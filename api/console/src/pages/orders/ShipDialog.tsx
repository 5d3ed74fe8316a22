import { put } from "../../client/client";
import { ActDialog } from "../../parts/acts/ActDialog";
import { useTexts } from "../../texts/texts";
import { useParcelFields, type Parcel } from "./parcelFields";

const bundle = {
  ship: ["Ship", "发货"],
  shipped: ["Shipped", "发货成功"],
} as const;

/** The parcel of an order to be shipped: its company and number, or none. */
export function ShipDialog({ id, size }: { id: number; size?: "small" }) {
  const words = useTexts(bundle);
  const fields = useParcelFields(true);
  return (
    <ActDialog<Parcel>
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
