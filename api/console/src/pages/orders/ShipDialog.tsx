import { put } from "../../client/client";
import { ActDialog } from "../../parts/acts/ActDialog";
import { useTexts } from "../../texts/texts";
import { useParcelFields, type Parcel } from "./parcelFields";
import { itemsIn, piecesFields, type ItemToSend } from "./PiecesField";

const bundle = {
  ship: ["Ship", "发货"],
  shipped: ["Shipped", "发货成功"],
} as const;

interface Props {
  order: { id: number; items: readonly ItemToSend[] };
  size?: "small";
}

/** The next parcel of an order to be shipped: its company and number, or none, and what is in it. */
export function ShipDialog({ order: { id, items }, size }: Props) {
  const words = useTexts(bundle);
  const parcelFields = useParcelFields(true);
  const pieces = piecesFields(items);
  return (
    <ActDialog<Parcel & { pieces?: Record<number, number> }>
      type="primary"
      {...(size ? { size } : {})}
      label={words("ship")}
      fields={(entered) => [...parcelFields(entered), ...pieces]}
      act={({ logisticsId, logisticsNo, pieces: chosen }) => {
        const some = itemsIn(items, chosen);
        return put("/admin-api/trade/order/delivery", {
          id,
          logisticsId,
          ...(logisticsNo ? { logisticsNo } : {}),
          ...(some ? { items: some } : {}),
        });
      }}
      changes={["/admin-api/trade/order/", "/admin-api/statistics/"]}
      done={words("shipped")}
    />
  );
}
