import { useTexts } from "../../../texts/texts";
import { pickedSkus, type OrderToPack } from "./useOrdersToPack";

const bundle = {
  product: ["Product", "商品"],
  variant: ["Variant", "规格"],
  count: ["Quantity", "数量"],
  orders: ["Orders", "订单"],
} as const;

/** What to fetch from the shelves for all orders together, and who gets how many. */
export function PickingList({ orders }: { orders: readonly OrderToPack[] }) {
  const words = useTexts(bundle);
  return (
    <section className="slip">
      <table>
        <thead>
          <tr>
            <th scope="col" className="slip-count">
              {words("count")}
            </th>
            <th scope="col">{words("product")}</th>
            <th scope="col">{words("variant")}</th>
            <th scope="col">{words("orders")}</th>
          </tr>
        </thead>
        <tbody>
          {pickedSkus(orders).map(({ skuId, spuName, variant, count, orders: takers }) => (
            <tr key={skuId}>
              <td className="slip-count">
                <strong>{count}</strong>
              </td>
              <td>{spuName}</td>
              <td>{variant}</td>
              <td className="numbers">
                {takers.map(({ id, no, count: some }) => (
                  <div key={id}>
                    {no} × {some}
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
